//! Atomic blocks: one edge per path, or, with loops or very many paths, the scheduler is held.

use std::collections::{BTreeMap, BTreeSet};

use program::command::{Action, Command};
use program::expr::VarRef;
use program::span::Span;

use crate::boogie::ast::Statement;
use crate::boogie::builder::{Builder, Mode};
use crate::boogie::graph::{Graph, Mark, Motion, RawEdge, RawNode, Step, Wait};
use crate::boogie::liveness::drop_dead_choices;
use crate::boogie::statements::is_guarded;
use crate::error::Result;

/// More paths than this, and the block holds the scheduler.
const MAXIMAL_PATHS: usize = 256;

/// More edges than this in the block with its calls expanded, and it holds the scheduler.
pub(super) const MAXIMAL_EXPANSION: usize = 5_000;

impl<'s, 'a> Builder<'s, 'a> {
    pub(super) fn atomic(&mut self, body: &'a [Statement], span: Span, at: RawNode) -> Result<RawNode> {
        if self.inside_path() {
            return self.labelled_region(body, at);
        }
        let after = self.graph.unplaced();
        let mark = self.graph.mark();
        let locals = self.locals.len();
        match self.paths(body, mark, after)? {
            Some(paths) => {
                for path in paths {
                    self.session.spend(path.commands.len() as u32, span)?;
                    let mut step = Step::new(path.commands, span);
                    step.wait = path.wait;
                    step.spurious = path.spurious;
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

    /// All paths through the block, if there are none too many and no loops. Leaves the graph as it was.
    fn paths(&mut self, body: &'a [Statement], mark: Mark, after: RawNode) -> Result<Option<Vec<Path>>> {
        let inside = self.graph.node();
        self.mode = Mode::Paths;
        self.expansion_start = self.graph.edges.len();
        let end = self.labelled_region(body, inside);
        self.mode = Mode::Steps;
        let end = end?;
        self.graph.jump(end, after, None);
        let too_large = self.graph.growth(mark) > MAXIMAL_EXPANSION;
        let edges = self.graph.cut(mark);
        if too_large { Ok(None) } else { Ok(enumerate(&edges, inside, mark)) }
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
    to: RawNode,
}

/// All paths from a node to nodes outside; none if there is a cycle, a call or too many of them.
fn enumerate(edges: &[RawEdge], from: RawNode, mark: Mark) -> Option<Vec<Path>> {
    let mut outgoing: BTreeMap<RawNode, Vec<&RawEdge>> = BTreeMap::new();
    for edge in edges {
        outgoing.entry(edge.from).or_default().push(edge);
    }
    let mut paths = Vec::new();
    let mut way: Vec<(RawNode, usize)> = vec![(from, 0)];
    let mut on_way = BTreeSet::from([from]);
    while let Some((node, position)) = way.pop() {
        let Some(edge) = outgoing.get(&node).and_then(|edges| edges.get(position)) else {
            on_way.remove(&node);
            continue;
        };
        way.push((node, position + 1));
        if Graph::is_older(edge.to, mark) {
            paths.push(path(&way, &outgoing, edge.to)?);
            if paths.len() > MAXIMAL_PATHS {
                return None;
            }
        } else if !on_way.insert(edge.to) {
            return None;
        } else {
            way.push((edge.to, 0));
        }
    }
    Some(paths)
}

/// The path along the edges last taken at each node.
fn path(way: &[(RawNode, usize)], outgoing: &BTreeMap<RawNode, Vec<&RawEdge>>, to: RawNode) -> Option<Path> {
    let mut path = Path { commands: Vec::new(), wait: None, spurious: false, to };
    for (node, next) in way {
        let Motion::Step(step) = &outgoing[node][next - 1].motion else { continue };
        if step.call.is_some() {
            return None;
        }
        path.commands.extend(step.commands.iter().cloned());
        path.wait = path.wait.or(step.wait);
        path.spurious |= step.spurious;
    }
    Some(path)
}
