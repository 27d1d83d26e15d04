//! Lists the chapters of the book and their pictures, so that a text in `docs/` is in the service
//! without another line.

use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<()> {
    let variable = |name: &str| env::var(name).map_err(Error::other);
    let docs = Path::new(&variable("CARGO_MANIFEST_DIR")?).join("../../docs").canonicalize()?;
    println!("cargo:rerun-if-changed={}", docs.display());
    let mut files = Vec::new();
    for folder in ["", "games", "pictures"] {
        for entry in fs::read_dir(docs.join(folder))? {
            files.push(entry?.path());
        }
    }
    files.sort();
    let list = |ending: &str, include: &str| {
        let within = |path: &PathBuf| Some(path.strip_prefix(&docs).ok()?.display().to_string());
        let chosen = files.iter().filter(|path| path.extension().is_some_and(|one| one == ending));
        let lines = chosen.filter_map(|path| {
            Some(format!("({:?}, {include}!({:?})),\n", within(path)?, path.display().to_string()))
        });
        lines.collect::<String>()
    };
    let (chapters, pictures) = (list("md", "include_str"), list("png", "include_bytes"));
    let source = format!(
        "/// Files of the book, by name.\n\
         static TEXTS: &[(&str, &str)] = &[\n{chapters}];\n\
         /// Pictures of the book, by name.\n\
         static PICTURES: &[(&str, &[u8])] = &[\n{pictures}];\n"
    );
    fs::write(Path::new(&variable("OUT_DIR")?).join("book.rs"), source)
}
