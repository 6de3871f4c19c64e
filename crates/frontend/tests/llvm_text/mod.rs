//! Modules back to text, so that tests can compare what was read with what was written.
//!
//! The text is the language's own, in the spelling of newer versions: pointers are opaque, debug intrinsics are records,
//! attribute groups stand where they are used.

// Every test crate uses some of these and none uses all.
#![allow(dead_code)]

mod values;
mod instructions;

use frontend::llvm::attributes::Attribute;
use frontend::llvm::ids::{Name, NodeId};
use frontend::llvm::metadata::{Attachment, Metadata, Node};
use frontend::llvm::module::{Alias, Function, Module, Variable};
use frontend::llvm::operators::{Linkage, ThreadLocalMode};
use frontend::llvm::types::TypeDefinition;

/// Prints parts of a module, and of one of its functions.
#[derive(Clone, Copy)]
pub struct Printer<'a> {
    pub module: &'a Module,
    pub function: Option<&'a Function>,
}

/// Reads a text that must be accepted.
pub fn accepted(text: &str) -> Module {
    frontend::llvm::parse("test.ll", text).unwrap_or_else(|error| panic!("{}", error.render()))
}

/// Why the text is refused: line, column and sentence.
pub fn refused(text: &str) -> String {
    match frontend::llvm::parse("test.ll", text) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => format!("{}:{} {}", error.span.line, error.span.column, error.what),
    }
}

/// The whole module as text.
pub fn print(module: &Module) -> String {
    let printer = Printer { module, function: None };
    let mut lines = vec![
        format!("source_filename = {}", quoted(&module.source)),
        format!("target datalayout = {}", quoted(&module.data_layout)),
        format!("target triple = {}", quoted(&module.triple)),
    ];
    lines.extend(module.assembly.iter().map(|line| format!("module asm {}", quoted(line))));
    let mut types: Vec<&TypeDefinition> = module.types.iter().collect();
    types.sort_by_key(|definition| definition.name.clone());
    for definition in types {
        let body = definition.body.as_ref().map_or("opaque".to_owned(), |body| body.describe(module));
        lines.push(format!("{} = type {body}", marked('%', &definition.name)));
    }
    lines.extend(module.variables.iter().map(|variable| printer.variable(variable)));
    lines.extend(module.aliases.iter().map(|alias| printer.alias(alias, "alias")));
    lines.extend(module.resolvers.iter().map(|alias| printer.alias(alias, "ifunc")));
    for function in &module.functions {
        Printer { module, function: Some(function) }.function(function, &mut lines);
    }
    for (name, nodes) in &module.named_metadata {
        let nodes: Vec<String> = nodes.iter().map(|node| printer.node_reference(*node)).collect();
        lines.push(format!("!{} = !{{{}}}", escaped(name), nodes.join(", ")));
    }
    let mut nodes: Vec<&Node> = module.nodes.iter().filter(|node| node.number.is_some()).collect();
    nodes.sort_by_key(|node| node.number);
    for node in nodes {
        lines.push(format!("!{} = {}", node.number.unwrap_or_default(), printer.node(node)));
    }
    lines.join("\n") + "\n"
}

/// The text between quotes, with everything unusual escaped.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped_bytes(text.as_bytes()))
}

fn escaped(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-$._".contains(&byte);
    text.bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("\\{byte:02X}") })
        .collect()
}

pub fn escaped_bytes(bytes: &[u8]) -> String {
    let is_plain = |byte: u8| (byte.is_ascii_graphic() || byte == b' ') && byte != b'"' && byte != b'\\';
    bytes
        .iter()
        .map(|byte| if is_plain(*byte) { char::from(*byte).to_string() } else { format!("\\{byte:02X}") })
        .collect()
}

/// The name with its mark.
pub fn marked(mark: char, name: &Name) -> String {
    format!("{mark}{}", name.spelled())
}

impl Printer<'_> {
    fn variable(&self, variable: &Variable) -> String {
        let mut text = format!("{} =", marked('@', self.module.symbol_name(variable.symbol)));
        if variable.linkage != Linkage::External || variable.initializer.is_none() {
            text += &format!(" {}", variable.linkage.word());
        }
        match variable.thread_local {
            None => {}
            Some(ThreadLocalMode::GeneralDynamic) => text += " thread_local",
            Some(mode) => text += &format!(" thread_local({})", mode.word()),
        }
        if variable.address_space != 0 {
            text += &format!(" addrspace({})", variable.address_space);
        }
        if variable.is_externally_initialized {
            text += " externally_initialized";
        }
        text += if variable.is_constant { " constant " } else { " global " };
        text += &variable.ty.describe(self.module);
        if let Some(initializer) = &variable.initializer {
            text += &format!(" {}", self.constant(initializer, &variable.ty));
        }
        if let Some(section) = &variable.section {
            text += &format!(", section {}", quoted(section));
        }
        if let Some(alignment) = variable.alignment {
            text += &format!(", align {alignment}");
        }
        for node in &variable.debug {
            text += &format!(", !dbg {}", self.node_reference(*node));
        }
        text + &self.attachments(&variable.metadata, ",")
    }

    fn alias(&self, alias: &Alias, word: &str) -> String {
        let name = marked('@', self.module.symbol_name(alias.symbol));
        let linkage = if alias.linkage == Linkage::External { "" } else { &format!("{} ", alias.linkage.word()) };
        let ty = alias.ty.describe(self.module);
        format!("{name} = {linkage}{word} {ty}, {}", self.typed_constant(&alias.target))
    }

    fn function(&self, function: &Function, lines: &mut Vec<String>) {
        let debug = function.debug.map_or(String::new(), |node| format!(" !dbg {}", self.node_reference(node)));
        let metadata = debug + &self.attachments(&function.metadata, "");
        let mut text = if function.is_declaration() { format!("declare{metadata}") } else { "define".to_owned() };
        if function.linkage != Linkage::External {
            text += &format!(" {}", function.linkage.word());
        }
        text += &function.convention.as_ref().map_or(String::new(), |convention| format!(" {convention}"));
        text += &format!("{} {}", self.attributes(&function.result_attributes), function.result.describe(self.module));
        let mut parameters: Vec<String> = Vec::new();
        for parameter in &function.parameters {
            let local = function.local(parameter.local);
            let name = marked('%', &local.name);
            let ty = local.ty.describe(self.module);
            parameters.push(format!("{ty}{} {name}", self.attributes(&parameter.attributes)));
        }
        if function.is_variadic {
            parameters.push("...".to_owned());
        }
        text += &format!(" {}(", marked('@', self.module.symbol_name(function.symbol)));
        text += &format!("{}){}", parameters.join(", "), self.attributes(&function.attributes));
        if let Some(section) = &function.section {
            text += &format!(" section {}", quoted(section));
        }
        if let Some(personality) = &function.personality {
            text += &format!(" personality {}", self.typed_constant(personality));
        }
        if function.is_declaration() {
            lines.push(text);
            return;
        }
        lines.push(format!("{text}{metadata} {{"));
        for block in &function.blocks {
            lines.push(format!("{}:", block.name.spelled()));
            lines.extend(block.instructions.iter().map(|instruction| format!("  {}", self.instruction(instruction))));
            lines.push(format!("  {}", self.terminator(&block.terminator)));
        }
        lines.push("}".to_owned());
    }

    /// Each with a blank in front.
    pub fn attributes(&self, attributes: &[Attribute]) -> String {
        let one = |attribute: &Attribute| match attribute {
            Attribute::Typed(name, ty) => format!(" {name}({})", ty.describe(self.module)),
            // What has a dash or an equals sign was in quotes.
            Attribute::Word(word) if word.contains(['-', '=']) && !word.contains('(') => match word.split_once('=') {
                Some((key, value)) => format!(" {}={}", quoted(key), quoted(value)),
                None => format!(" {}", quoted(word)),
            },
            Attribute::Word(word) => format!(" {word}"),
        };
        attributes.iter().map(one).collect()
    }

    /// Each with the separator and a blank in front.
    pub fn attachments(&self, attachments: &[Attachment], separator: &str) -> String {
        let one = |attachment: &Attachment| {
            format!("{separator} !{} {}", escaped(&attachment.kind), self.node_reference(attachment.node))
        };
        attachments.iter().map(one).collect()
    }

    pub fn node_reference(&self, id: NodeId) -> String {
        let node = self.module.node(id);
        node.number.map_or_else(|| self.node(node), |number| format!("!{number}"))
    }

    fn node(&self, node: &Node) -> String {
        let distinct = if node.is_distinct { "distinct " } else { "" };
        let fields = node.fields.iter().map(|field| {
            let value = self.metadata(&field.value, node.kind.is_some());
            field.name.as_ref().map_or(value.clone(), |name| format!("{name}: {value}"))
        });
        let fields = fields.collect::<Vec<_>>().join(", ");
        match &node.kind {
            Some(kind) => format!("{distinct}!{kind}({fields})"),
            None => format!("{distinct}!{{{fields}}}"),
        }
    }

    /// Strings in tuples have an exclamation mark, those in fields have none.
    pub fn metadata(&self, metadata: &Metadata, in_field: bool) -> String {
        match metadata {
            Metadata::Null => "null".to_owned(),
            Metadata::Node(node) => self.node_reference(*node),
            Metadata::Text(text) if in_field => quoted(text),
            Metadata::Text(text) => format!("!{}", quoted(text)),
            Metadata::Value(operand) => self.operand(operand),
            Metadata::Integer(number) => number.to_string(),
            Metadata::Word(word) => word.to_string(),
        }
    }
}
