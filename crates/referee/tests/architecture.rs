//! The architecture, read from the source: who depends on whom, and no cycles among the modules
//! of a crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Every crate of the program with the crates that it may use.
const CRATES: [(&str, &[&str]); 9] = [
    ("chess", &[]),
    ("engine", &["chess"]),
    ("tablebase", &["chess", "engine"]),
    ("uci", &["chess"]),
    ("toolkit", &["chess", "engine"]),
    ("lab", &["chess", "engine", "tablebase", "toolkit", "uci"]),
    ("forge", &["chess", "engine", "toolkit"]),
    ("board", &["chess", "engine", "lab", "toolkit"]),
    ("secateur", &["board", "chess", "engine", "forge", "lab", "tablebase", "toolkit", "uci"]),
];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

#[test]
fn crates_use_only_those_below_them() {
    for (name, allowed) in CRATES {
        let manifest = fs::read_to_string(folder(name).join("Cargo.toml")).unwrap();
        // Tests and build scripts may use what the crate itself may not.
        let dependencies = manifest.split("\n[").filter(|part| {
            part.starts_with("dependencies]")
                || part.starts_with("target.") && part.contains(".dependencies]")
        });
        let used: BTreeSet<&str> = dependencies
            .flat_map(str::lines)
            .filter_map(|line| line.split(['.', ' ', '=']).next())
            .filter(|word| CRATES.iter().any(|(name, _)| name == word))
            .collect();
        let beyond: Vec<_> = used.iter().filter(|used| !allowed.contains(used)).collect();
        assert!(beyond.is_empty(), "{name} must not use {beyond:?}");
    }
}

#[test]
fn modules_of_a_crate_form_no_cycle() {
    for (name, _) in CRATES {
        let graph = Graph::read(&folder(name).join("src"));
        assert!(!graph.0.is_empty(), "{name} has no modules");
        if let Some(cycle) = graph.cycle() {
            panic!("{name}: {}", cycle.join(" -> "));
        }
    }
}

#[test]
fn a_cycle_is_found() {
    let edges = |pairs: &[(&str, &[&str])]| {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Graph(pairs.iter().map(|(name, used)| ((*name).to_owned(), set(used))).collect())
    };
    let tree = edges(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])]);
    assert_eq!(tree.cycle(), None);
    let ring = edges(&[("a", &["b"]), ("b", &["c"]), ("c", &["b"])]);
    assert_eq!(ring.cycle().unwrap(), ["b", "c", "b"]);
}

#[test]
fn paths_are_found_in_every_form() {
    let exports = BTreeMap::from([("Color".to_owned(), "color".to_owned())]);
    let used = |code: &str| named(code, &exports).into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(used("use crate::score::Score;"), "score");
    assert_eq!(used("use crate::{Color, tt::{Bound, Entry}, window};"), "color tt window");
    assert_eq!(used("let x = crate::limits::Limits::default();"), "limits");
    assert_eq!(used("// crate::comments\nuse super::other;"), "");
    assert_eq!(used("use crate::Color;\n#[cfg(test)]\nmod tests { use crate::engine; }"), "color");
}

/// The modules directly below the root of a crate, and those that each of them names.
struct Graph(BTreeMap<String, BTreeSet<String>>);

impl Graph {
    fn read(source: &Path) -> Graph {
        let root = ["lib.rs", "main.rs"].map(|name| source.join(name));
        let root = root.iter().find_map(|path| fs::read_to_string(path).ok()).unwrap();
        let mut graph: BTreeMap<String, BTreeSet<String>> = root
            .replace("#[cfg(test)]\nmod ", "")
            .lines()
            .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod "))
            .filter_map(|rest| rest.strip_suffix(';'))
            .map(|name| (name.to_owned(), BTreeSet::new()))
            .collect();
        let exports = exports(&root);
        for path in files(source) {
            let relative = path.strip_prefix(source).unwrap();
            let top = relative.components().next().unwrap().as_os_str().to_string_lossy();
            let top = top.trim_end_matches(".rs").to_owned();
            if !graph.contains_key(&top) || path.ends_with("tests.rs") {
                continue;
            }
            for name in named(&fs::read_to_string(&path).unwrap(), &exports) {
                if name != top && graph.contains_key(&name) {
                    graph.get_mut(&top).unwrap().insert(name);
                }
            }
        }
        Graph(graph)
    }

    /// Some cycle, its first module again at the end.
    fn cycle(&self) -> Option<Vec<String>> {
        let mut finished = BTreeSet::new();
        self.0.keys().find_map(|name| self.walk(name, &mut Vec::new(), &mut finished))
    }

    fn walk(
        &self,
        name: &str,
        path: &mut Vec<String>,
        finished: &mut BTreeSet<String>,
    ) -> Option<Vec<String>> {
        if let Some(start) = path.iter().position(|earlier| earlier == name) {
            return Some([&path[start..], &[name.to_owned()]].concat());
        }
        if finished.contains(name) {
            return None;
        }
        path.push(name.to_owned());
        let found = self.0[name].iter().find_map(|used| self.walk(used, path, finished));
        path.pop();
        finished.insert(name.to_owned());
        found
    }
}

/// The module of each item that the root exports.
fn exports(root: &str) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for statement in root.split(';').filter_map(|text| text.trim().strip_prefix("pub use ")) {
        if let Some((module, items)) = statement.split_once("::") {
            for item in words(items) {
                exports.insert(item.to_owned(), module.to_owned());
            }
        }
    }
    exports
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| !word.is_empty())
}

/// The modules that code names behind `crate::`, tests and comments left out.
fn named(code: &str, exports: &BTreeMap<String, String>) -> BTreeSet<String> {
    let code = code.split("#[cfg(test)]\nmod tests").next().unwrap();
    let code: String =
        code.lines().flat_map(|line| [line.split("//").next().unwrap(), "\n"]).collect();
    let mut found = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(list) => found.extend(first_words(list)),
            None => found.extend(words(rest).next().map(str::to_owned)),
        }
    }
    found.into_iter().map(|name| exports.get(&name).cloned().unwrap_or(name)).collect()
}

/// The first word of each item of a list in braces, whose opening brace has been read.
fn first_words(list: &str) -> Vec<String> {
    let (mut depth, mut item, mut items) = (1, String::new(), Vec::new());
    for letter in list.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 || letter == ',' && depth == 1 {
            items.extend(words(&item).next().map(str::to_owned));
            item.clear();
        } else {
            item.push(letter);
        }
        if depth == 0 {
            break;
        }
    }
    items
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false if path.extension().is_some_and(|it| it == "rs") => found.push(path),
            false => {}
        }
    }
    found
}
