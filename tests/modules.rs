//! The files of a room and what each takes from the others: reads modules, `use` lines and paths,
//! and follows re-exports to the file that defines a name.
//!
//! A module file that only declares and re-exports takes nothing. A call by a dot is not followed;
//! `Type::name` is, to the file of its `impl` block.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::citations::{files, root};
use crate::rooms::{identifier, product_code};

/// The files that each file takes names from.
pub(crate) type Edges = BTreeMap<String, BTreeSet<String>>;

/// A module and its file.
#[derive(Default)]
struct Module {
    file: String,
    code: String,
    modules: BTreeSet<String>,
    items: BTreeSet<String>,
    uses: Vec<UsedPath>,
}

/// A path of a `use` line, and the name that it has here.
struct UsedPath {
    name: String,
    path: Vec<String>,
    public: bool,
}

/// The modules of a crate by their paths; the empty path is the crate itself.
#[derive(Default)]
struct ModuleTree {
    modules: BTreeMap<Vec<String>, Module>,
    /// The files of functions and constants of types, by the file of the type and both names.
    associated: BTreeMap<(String, String, String), String>,
}

/// The end of a path: a module, or an item and the name after it.
enum Found {
    Module(Vec<String>),
    Item(Vec<String>, String, Option<String>),
}

/// The paths of one `use` tree behind this prefix.
fn paths(tree: &str, prefix: &[String], public: bool, found: &mut Vec<UsedPath>) {
    let tree = tree.trim();
    if let Some((before, group)) = tree.split_once('{') {
        let parts = before.split("::").map(str::trim).filter(|part| !part.is_empty());
        let prefix: Vec<String> = prefix.iter().cloned().chain(parts.map(str::to_owned)).collect();
        let (mut depth, mut start) = (0, 0);
        for (at, letter) in group.char_indices() {
            match letter {
                '{' => depth += 1,
                ',' | '}' if depth == 0 => {
                    paths(&group[start..at], &prefix, public, found);
                    start = at + 1;
                }
                '}' => depth -= 1,
                _ => {}
            }
        }
    } else if !tree.is_empty() {
        let (path, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
        let mut path: Vec<String> =
            prefix.iter().cloned().chain(path.split("::").map(|it| it.trim().to_owned())).collect();
        path.pop_if(|last| last == "self" && !prefix.is_empty());
        let name = if alias.is_empty() { path[path.len() - 1].clone() } else { alias.to_owned() };
        found.push(UsedPath { name, path, public });
    }
}

/// A line without the words before its keyword.
fn invisible(line: &str) -> &str {
    let inside = line.strip_prefix("pub(").and_then(|rest| rest.split_once(") "));
    let line = inside.map_or(line, |(_, rest)| rest);
    line.strip_prefix("pub ").unwrap_or(line)
}

/// The name that a line defines, if it defines one.
fn defined(line: &str) -> Option<String> {
    let mut words = invisible(line).split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "fn" | "struct" | "enum" | "trait" | "type" | "static" | "macro_rules!" => {
                return words.next().map(identifier);
            }
            "const" if words.peek() != Some(&"fn") => return words.next().map(identifier),
            "const" | "async" | "unsafe" => {}
            _ => return None,
        }
    }
    None
}

impl Module {
    fn read(file: &str) -> Self {
        let text = product_code(&root().join(file));
        let mut module = Self { file: file.to_owned(), ..Self::default() };
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let keyword = invisible(line.trim_start());
            if let Some(tree) = keyword.strip_prefix("use ").filter(|tree| tree.contains("::")) {
                let mut tree = tree.to_owned();
                while !tree.ends_with(';') {
                    tree += lines.next().expect("the end of a use line");
                }
                let public = keyword != line.trim_start();
                paths(tree.trim_end_matches(';'), &[], public, &mut module.uses);
            } else if let Some(name) = keyword.strip_prefix("mod ").filter(|_| line.ends_with(';'))
            {
                module.modules.insert(identifier(name));
            } else {
                module.items.extend(defined(line));
                module.code += line;
                module.code.push('\n');
            }
        }
        module
    }

    /// The paths in its code, `a::b::c` and single names alike.
    fn paths(&self) -> BTreeSet<Vec<String>> {
        let word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
        let ends = self.code.split(|letter: char| !word(letter)).filter(|path| !path.is_empty());
        ends.map(|path| {
            let names = path.split("::").filter(|name| !name.is_empty());
            names.map(|name| name.trim_matches(':').to_owned()).collect()
        })
        .collect()
    }

    /// The functions and constants in its `impl` blocks without a trait, with their types.
    fn associated(&self) -> Vec<(String, String)> {
        let (mut of, mut found) = (None, Vec::new());
        for line in self.code.lines() {
            if let Some(head) = line.strip_prefix("impl").filter(|head| !head.contains(" for ")) {
                let mut depth = 0;
                let name = head.trim_start_matches(|letter| {
                    depth += match letter {
                        '<' => 1,
                        '>' => -1,
                        _ => 0,
                    };
                    depth > 0 || letter == '>' || letter == ' '
                });
                of = Some(identifier(name));
            } else if line == "}" {
                of = None;
            } else if let Some((of, inside)) = of.as_ref().zip(line.strip_prefix("    ")) {
                found.extend(defined(inside).map(|name| (of.clone(), name)));
            }
        }
        found
    }
}

impl ModuleTree {
    /// The crate of this file, and all modules that it declares, without those of tests.
    fn read(file: &str) -> Self {
        let mut tree = Self::default();
        let mut left = vec![(Vec::new(), file.to_owned())];
        while let Some((path, file)) = left.pop() {
            let module = Module::read(&file);
            let (folder, name) = file.rsplit_once('/').expect("a folder");
            let own = ["lib.rs", "mod.rs"].contains(&name);
            let folder = if own { folder } else { file.strip_suffix(".rs").expect("a Rust file") }
                .to_owned();
            for name in &module.modules {
                let beside = format!("{folder}/{name}.rs");
                let below = format!("{folder}/{name}/mod.rs");
                let file = if root().join(&beside).exists() { beside } else { below };
                left.push((path.iter().chain([name]).cloned().collect(), file));
            }
            tree.modules.insert(path, module);
        }
        let mut associated = BTreeMap::new();
        for (path, module) in &tree.modules {
            for (of, name) in module.associated() {
                if let Some(Found::Item(home, of, None)) = tree.resolved(path, &[of], 9) {
                    let key = (tree.modules[&home].file.clone(), of, name);
                    associated.insert(key, module.file.clone());
                }
            }
        }
        tree.associated = associated;
        tree
    }

    /// A path as this module sees it; `None` for what other crates have.
    fn resolved(&self, from: &[String], path: &[String], left: usize) -> Option<Found> {
        let mut at = Found::Module(from.to_vec());
        for (step, name) in path.iter().enumerate() {
            let (first, last) = (step == 0, step + 1 == path.len());
            at = match (at, name.as_str()) {
                (Found::Module(_), "crate") if first => Found::Module(Vec::new()),
                (Found::Module(module), "self") => Found::Module(module),
                (Found::Module(mut module), "super") => {
                    module.pop();
                    Found::Module(module)
                }
                (Found::Module(module), _) => self.member(&module, name, last, left)?,
                (Found::Item(module, item, None), _) => {
                    Found::Item(module, item, Some(name.clone()))
                }
                (item, _) => item,
            };
        }
        Some(at)
    }

    /// A name of a module: defined there, or imported. A function may have the name of a module;
    /// the last name of a path is that of the function.
    fn member(&self, path: &[String], name: &String, last: bool, left: usize) -> Option<Found> {
        let module = &self.modules[path];
        let child = module
            .modules
            .contains(name)
            .then(|| Found::Module(path.iter().chain([name]).cloned().collect()));
        if child.is_some() && !last || left == 0 {
            return child;
        }
        if module.items.contains(name) {
            return Some(Found::Item(path.to_vec(), name.clone(), None));
        }
        let used = module.uses.iter().filter(|used| used.name == *name);
        used.filter_map(|used| self.resolved(path, &used.path, left - 1)).next().or(child)
    }

    fn edges(&self) -> Edges {
        let mut edges = Edges::new();
        for (path, module) in &self.modules {
            let private = module.uses.iter().filter(|used| !used.public);
            let paths = module.paths().into_iter().chain(private.map(|used| used.path.clone()));
            let mut taken = BTreeSet::new();
            for found in paths.filter_map(|names| self.resolved(path, &names, 9)) {
                let Found::Item(home, item, after) = found else { continue };
                let file = self.modules[&home].file.clone();
                if let Some(name) = after {
                    taken.extend(self.associated.get(&(file.clone(), item, name)).cloned());
                }
                taken.insert(file);
            }
            taken.remove(&module.file);
            edges.insert(module.file.clone(), taken);
        }
        edges
    }
}

/// The files of a crate, and those that each takes from.
pub(crate) fn of_crate(folder: &str) -> Edges {
    ModuleTree::read(&format!("{folder}/src/lib.rs")).edges()
}

/// The modules of a Python package, and those that each takes from.
pub(crate) fn of_package(folder: &str) -> Edges {
    let mut imports: BTreeMap<String, Vec<(String, String, String)>> = BTreeMap::new();
    for (path, text) in files(&[folder], &["py", "pyi"]) {
        let stem = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
        let mut found = Vec::new();
        for (at, _) in text.match_indices("from .") {
            let Some((module, names)) = text[at + "from .".len()..].split_once(" import ") else {
                continue;
            };
            let names = match names.strip_prefix('(') {
                Some(several) => several.split(')').next(),
                None => names.lines().next(),
            };
            for name in names.unwrap_or_default().split(',').map(str::trim) {
                let (name, alias) = name.split_once(" as ").unwrap_or((name, name));
                if !name.is_empty() {
                    found.push((module.to_owned(), name.to_owned(), alias.to_owned()));
                }
            }
        }
        imports.insert(stem(&path), found);
    }
    let home = |module: &str, name: &str| {
        let (mut module, mut name) = (module.to_owned(), name.to_owned());
        loop {
            if module.is_empty() && imports.contains_key(&name) {
                return name;
            }
            let file = if module.is_empty() { "__init__" } else { &module };
            let found = imports.get(file).into_iter().flatten().find(|(_, _, it)| *it == name);
            match found {
                Some((from, original, _)) if *from != module => {
                    (module, name) = (from.clone(), original.clone());
                }
                _ => return file.to_owned(),
            }
        }
    };
    let edge = |(file, found): (&String, &Vec<(String, String, String)>)| {
        let taken = found.iter().map(|(module, name, _)| home(module, name));
        (file.clone(), taken.filter(|it| it != file && imports.contains_key(it)).collect())
    };
    imports.iter().map(edge).collect()
}

#[test]
fn a_use_line_is_read_as_its_paths() {
    let mut found = Vec::new();
    paths("super::{a::{self, B as C}, d}", &[], false, &mut found);
    let shown: Vec<String> =
        found.iter().map(|used| format!("{} {}", used.name, used.path.join("::"))).collect();
    assert_eq!(shown, ["a super::a", "C super::a::B", "d super::d"]);
}

#[test]
fn a_name_leads_to_the_file_that_defines_it() {
    let edges = of_crate("solver/poker");
    let takes = |file: &str, other: &str| {
        edges[&format!("solver/poker/src/{file}")].contains(&format!("solver/poker/src/{other}"))
    };
    // `super::Family` is a re-export, and `Family::named` a function of another file.
    assert!(takes("game/kuhn.rs", "game/family.rs") && !takes("game/kuhn.rs", "game/mod.rs"));
    assert!(
        takes("game/label.rs", "game/families.rs") && !takes("game/kuhn.rs", "game/families.rs")
    );
    assert!(edges["solver/poker/src/game/mod.rs"].is_empty(), "it only declares");
}
