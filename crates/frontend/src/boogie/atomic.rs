//! Atomic blocks: one edge per path, or, with loops, the scheduler is held.
//!
//! A block without loops that has too many paths, or is too large with its calls expanded, is refused:
//! to hold the scheduler instead would mean something else, since a thread that blocks inside is then not helped.

use std::collections::{BTreeMap, BTreeSet};

use program::command::{Action, Command};
use program::expr::VarRef;
use program::ids::ChoiceId;
use program::span::Span;

use crate::boogie::ast::Statement;
use crate::boogie::builder::{Builder, Mode};
use crate::boogie::call_graph::Par;
use crate::boogie::expand::MAXIMAL_EXPANSION_DEPTH;
use crate::boogie::graph::{Graph, Mark, Motion, RawEdge, RawNode, Step, Wait};
use crate::boogie::liveness::drop_dead_choices;
use crate::boogie::statements::{BOTH_MARKS, is_guarded};
use crate::error::{Error, Result};

/// More paths than this, and the block is refused.
const MAXIMAL_PATHS: usize = 4_096;

/// More edges than this in the block with its calls expanded, and it is refused.
pub(super) const MAXIMAL_EXPANSION: usize = 5_000;

/// What the user can do about a block that is refused.
const INSTEAD: &str = "divide the block, or hold the scheduler during its statements: `call corral_atomic_begin();` in front of \
                       them and `call corral_atomic_end();` behind them";

impl<'s, 'a> Builder<'s, 'a> {
    pub(super) fn atomic(&mut self, body: &'a [Statement], span: Span, at: RawNode) -> Result<RawNode> {
        if self.inside_path() {
            return self.labelled_region(body, at);
        }
        self.refuse_par(body, span)?;
        let after = self.graph.unplaced();
        let mark = self.graph.mark();
        let locals = self.locals.len();
        match self.paths(body, span, mark, after)? {
            Some(paths) => {
                for path in paths {
                    self.session.spend(path.commands.len() as u32, span)?;
                    let eventually = path.eventually(span)?;
                    let mut step = Step::new(path.commands, span);
                    step.wait = path.wait;
                    step.spurious = path.spurious;
                    step.eventually = eventually;
                    step.is_guard = is_guarded(body);
                    drop_dead_choices(&mut step.commands, &self.expansion_locals);
                    self.graph.step(at, path.to, step);
                }
            }
            None => {
                self.forget_locals(locals);
                self.hold(body, span, at, after)?;
            }
        }
        self.graph.place(after);
        Ok(after)
    }

    /// Takes back the variables that an attempt to expand the block has made.
    fn forget_locals(&mut self, count: usize) {
        self.locals.truncate(count);
        self.expansion_locals.retain(|variable| matches!(variable, VarRef::Local(local) if local.index() < count));
    }

    /// Statements with labels of their own.
    fn labelled_region(&mut self, body: &'a [Statement], at: RawNode) -> Result<RawNode> {
        self.enter_labels(body)?;
        let end = self.statements(body, at);
        self.frame.labels.pop();
        end
    }

    /// The arms of a `par` cannot run before the block ends, and the block cannot end before they have.
    fn refuse_par(&self, body: &[Statement], span: Span) -> Result<()> {
        let tables = &self.session.declarations;
        let why = "its arms could not run before the block ends, nor the block end before they have";
        match self.session.calls.find_par(tables, body) {
            None => Ok(()),
            Some(Par::Written(span)) => {
                Err(Error::new(span, format!("`par` in an `atomic` block is not supported: {why}")))
            }
            Some(Par::Called(callee)) => {
                let name = &tables.procedures[callee.index()].declaration.name.text;
                let what = format!("this `atomic` block comes to a `par` by calling `{name}`: {why}");
                Err(Error::new(span, what))
            }
        }
    }

    /// All paths through the block, if it has no loops. Leaves the graph as it was.
    fn paths(&mut self, body: &'a [Statement], span: Span, mark: Mark, after: RawNode) -> Result<Option<Vec<Path>>> {
        let inside = self.graph.node();
        self.mode = Mode::Paths;
        self.expansion_start = self.graph.edges.len();
        self.expansion_stopped = false;
        let end = self.labelled_region(body, inside);
        self.mode = Mode::Steps;
        let end = end?;
        self.graph.jump(end, after, None);
        let is_large = self.expansion_stopped || self.graph.growth(mark) > MAXIMAL_EXPANSION;
        let edges = self.graph.cut(mark);
        let block = Block::new(&edges, inside, mark);
        if block.has_loops() {
            return Ok(None);
        }
        if is_large {
            let what = format!(
                "this `atomic` block is too large: with its calls expanded it has more than {MAXIMAL_EXPANSION} steps, \
                 or calls are nested more than {MAXIMAL_EXPANSION_DEPTH} deep; {INSTEAD}"
            );
            return Err(Error::new(span, what));
        }
        match block.paths() {
            Some(paths) => Ok(Some(paths)),
            None => {
                let what = format!(
                    "this `atomic` block has more than {MAXIMAL_PATHS} paths; write branches as expressions \
                     (`x := if c then a else b`), or {INSTEAD}"
                );
                Err(Error::new(span, what))
            }
        }
    }

    /// The block's statements as steps of their own, between one that takes the scheduler and ones that give it back.
    fn hold(&mut self, body: &'a [Statement], span: Span, at: RawNode, after: RawNode) -> Result<()> {
        let mark = self.graph.mark();
        let inside = self.graph.node();
        let end = self.labelled_region(body, inside)?;
        self.graph.jump(end, after, None);
        let mut leaving: BTreeMap<RawNode, RawNode> = BTreeMap::new();
        let ends: Vec<RawNode> = self.graph.edges_since(mark).iter().map(|edge| edge.to).collect();
        for to in ends.into_iter().filter(|to| Graph::is_older(*to, mark)) {
            leaving.entry(to).or_insert_with(|| self.graph.node());
        }
        for edge in self.graph.edges_since(mark) {
            edge.to = leaving.get(&edge.to).copied().unwrap_or(edge.to);
            // The block as a whole goes on if there is a way, so the longer a choice is open the better.
            if let Motion::Choice(span) = edge.motion {
                edge.motion = Motion::Jump(Some(span));
            }
        }
        let step = |action| Step::new(vec![Command { action, span }], span);
        for (to, gate) in leaving {
            self.graph.step(gate, to, step(Action::EndAtomic));
        }
        self.graph.step(at, inside, step(Action::BeginAtomic));
        Ok(())
    }
}

/// A way through an atomic block.
struct Path {
    commands: Vec<Command>,
    wait: Option<Wait>,
    spurious: bool,
    /// The choices of which it takes the way that is taken eventually.
    eventually: BTreeSet<ChoiceId>,
    to: RawNode,
}

impl Path {
    /// The choice of which the whole path is a way that is taken eventually.
    fn eventually(&self, span: Span) -> Result<Option<ChoiceId>> {
        let choice = self.eventually.first().copied();
        if self.eventually.len() > 1 {
            let what = "a way through this `atomic` block has `{:unhang_eventually}` more than once";
            return Err(Error::new(span, what));
        }
        match choice {
            Some(_) if self.spurious => Err(Error::new(span, BOTH_MARKS)),
            _ => Ok(choice),
        }
    }
}

/// The graph of a block, from where it begins to nodes outside.
struct Block<'e> {
    outgoing: BTreeMap<RawNode, Vec<&'e RawEdge>>,
    from: RawNode,
    mark: Mark,
}

impl<'e> Block<'e> {
    fn new(edges: &'e [RawEdge], from: RawNode, mark: Mark) -> Block<'e> {
        let mut outgoing: BTreeMap<RawNode, Vec<&RawEdge>> = BTreeMap::new();
        for edge in edges {
            outgoing.entry(edge.from).or_default().push(edge);
        }
        Block { outgoing, from, mark }
    }

    fn edge(&self, node: RawNode, position: usize) -> Option<&'e RawEdge> {
        self.outgoing.get(&node).and_then(|edges| edges.get(position)).copied()
    }

    /// Whether a node can be reached again, or a call that is recursive can be reached.
    fn has_loops(&self) -> bool {
        let is_call = |edge: &RawEdge| matches!(&edge.motion, Motion::Step(step) if step.call.is_some());
        let mut way = vec![(self.from, 0)];
        let mut on_way = BTreeSet::from([self.from]);
        let mut seen = on_way.clone();
        while let Some((node, position)) = way.pop() {
            let Some(edge) = self.edge(node, position) else {
                on_way.remove(&node);
                continue;
            };
            way.push((node, position + 1));
            if is_call(edge) || on_way.contains(&edge.to) {
                return true;
            }
            if !Graph::is_older(edge.to, self.mark) && seen.insert(edge.to) {
                on_way.insert(edge.to);
                way.push((edge.to, 0));
            }
        }
        false
    }

    /// All paths, unless there are too many. There must be no loops.
    fn paths(&self) -> Option<Vec<Path>> {
        let mut paths = Vec::new();
        let mut way: Vec<(RawNode, usize)> = vec![(self.from, 0)];
        while let Some((node, position)) = way.pop() {
            let Some(edge) = self.edge(node, position) else { continue };
            way.push((node, position + 1));
            if !Graph::is_older(edge.to, self.mark) {
                way.push((edge.to, 0));
            } else if paths.len() == MAXIMAL_PATHS {
                return None;
            } else {
                paths.push(self.path(&way, edge.to));
            }
        }
        Some(paths)
    }

    /// The path along the edges last taken at each node.
    fn path(&self, way: &[(RawNode, usize)], to: RawNode) -> Path {
        let mut path = Path { commands: Vec::new(), wait: None, spurious: false, eventually: BTreeSet::new(), to };
        for (node, next) in way {
            let Some(Motion::Step(step)) = self.edge(*node, next - 1).map(|edge| &edge.motion) else { continue };
            path.commands.extend(step.commands.iter().cloned());
            path.wait = path.wait.or(step.wait);
            path.spurious |= step.spurious;
            path.eventually.extend(step.eventually);
        }
        path
    }
}
