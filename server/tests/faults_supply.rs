//! Row F17: what comes into the program comes from one place, under licences that `deny.toml` allows, in locked versions.
#![cfg(test)]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Whether the allowed licences are enough: each part between `AND` must offer one of them.
fn allowed(expression: &str, licences: &[&str]) -> bool {
    let plain = expression.replace('/', " OR ").replace(['(', ')'], "");
    plain.split(" AND ").all(|part| part.split(" OR ").any(|one| licences.contains(&one.trim())))
}

#[test]
fn packages_come_from_one_registry_under_allowed_licences() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let deny: toml::Value = toml::from_str(&fs::read_to_string(root.join("deny.toml")).expect("a file")).expect("TOML");
    let licences = deny["licenses"]["allow"].as_array().expect("a list");
    let licences: Vec<&str> = licences.iter().filter_map(toml::Value::as_str).collect();
    // Packages for other systems are not there, and need not be.
    let compiler = Command::new("rustc").arg("-vV").output().expect("the compiler runs");
    let host = String::from_utf8(compiler.stdout).expect("UTF-8");
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let line = ["metadata", "--locked", "--format-version", "1", "--filter-platform", host];
    let listed = Command::new(env!("CARGO")).args(line).current_dir(&root).output().expect("cargo runs");
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let listed: Value = serde_json::from_slice(&listed.stdout).expect("JSON");
    let packages = listed["packages"].as_array().expect("a list");
    assert!(packages.len() > 100);
    for package in packages {
        let (name, licence) = (&package["name"], package["license"].as_str().unwrap_or("none"));
        assert!(allowed(licence, &licences), "{name}: {licence}, expected one of {licences:?}");
        let source = package["source"].as_str().unwrap_or_default();
        let ours = source.is_empty() && package["publish"].as_array().is_some_and(Vec::is_empty);
        assert!(ours || source == "registry+https://github.com/rust-lang/crates.io-index", "{name}: {source}");
    }
    assert!(!allowed("GPL-3.0 AND MIT", &licences) && allowed("(MIT OR GPL-3.0) AND Zlib", &licences));
}

/// One file says otherwise, which `tests/rooms.rs` names.
#[test]
fn no_crate_of_ours_may_be_unsafe() {
    let manifest: toml::Value = toml::from_str(include_str!("../../Cargo.toml")).expect("TOML");
    assert_eq!(manifest["workspace"]["lints"]["rust"]["unsafe_code"].as_str(), Some("deny"));
    for manifest in [include_str!("../Cargo.toml"), include_str!("../../solver/Cargo.toml")] {
        let manifest: toml::Value = toml::from_str(manifest).expect("TOML");
        assert_eq!(manifest["lints"]["workspace"].as_bool(), Some(true));
    }
}
