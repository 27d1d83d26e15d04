//! Row F17: every dependency comes from one place, under a licence that `deny.toml` allows, in a
//! locked version.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::checkout;

/// True if the allowed licences are enough: each part between `AND` must offer one of them.
fn allowed(expression: &str, licences: &[&str]) -> bool {
    let plain = expression.replace('/', " OR ").replace(['(', ')'], "");
    plain.split(" AND ").all(|part| part.split(" OR ").any(|one| licences.contains(&one.trim())))
}

/// Every package that goes into the program or its tests here. Packages for other systems are not
/// there, and need not be.
fn packages() -> Vec<Value> {
    let compiler = Command::new("rustc").arg("-vV").output().expect("the compiler runs");
    let host = String::from_utf8(compiler.stdout).expect("UTF-8");
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let line = ["metadata", "--locked", "--format-version", "1", "--filter-platform", host];
    let listed = Command::new(env!("CARGO"))
        .args(line)
        .current_dir(checkout(""))
        .output()
        .expect("cargo runs");
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let mut listed: Value = serde_json::from_slice(&listed.stdout).expect("JSON");
    let packages = std::mem::take(listed["packages"].as_array_mut().expect("a list"));
    assert!(packages.len() > 100);
    packages
}

#[test]
fn packages_come_from_one_registry_under_allowed_licences() {
    let deny: toml::Value =
        toml::from_str(&fs::read_to_string(checkout("deny.toml")).expect("a file")).expect("TOML");
    let licences = deny["licenses"]["allow"].as_array().expect("a list");
    let licences: Vec<&str> = licences.iter().filter_map(toml::Value::as_str).collect();
    let here = checkout("").canonicalize().expect("a folder");
    for package in packages() {
        let (name, licence) = (&package["name"], package["license"].as_str().unwrap_or("none"));
        assert!(allowed(licence, &licences), "{name}: {licence}, expected one of {licences:?}");
        let source = package["source"].as_str().unwrap_or_default();
        let manifest = package["manifest_path"].as_str().unwrap_or_default();
        let ours = source.is_empty() && Path::new(manifest).starts_with(&here);
        assert!(
            ours || source == "registry+https://github.com/rust-lang/crates.io-index",
            "{name}: {source}"
        );
    }
    assert!(
        !allowed("GPL-3.0 AND MIT", &licences) && allowed("(MIT OR GPL-3.0) AND Zlib", &licences)
    );
}

/// The toolchain that the manifest asks for is at least that of each dependency. What our own code
/// uses of the standard library is compared with it by clippy (`incompatible_msrv`).
#[test]
fn the_minimum_toolchain_is_enough_for_every_dependency() {
    let version = |text: &str| {
        text.split('.').map(|part| part.parse().expect("a number")).collect::<Vec<u32>>()
    };
    let ours = version(env!("CARGO_PKG_RUST_VERSION"));
    for package in packages() {
        let (name, asked) = (&package["name"], &package["rust_version"]);
        let enough = asked.as_str().is_none_or(|asked| version(asked)[..2] <= ours[..2]);
        assert!(enough, "{name} asks for {asked}");
    }
}

/// One file says otherwise, which `tests/rooms.rs` names.
#[test]
fn no_crate_of_ours_may_be_unsafe() {
    let manifest: toml::Value = toml::from_str(include_str!("../../../Cargo.toml")).expect("TOML");
    assert_eq!(manifest["workspace"]["lints"]["rust"]["unsafe_code"].as_str(), Some("deny"));
    let packages = packages();
    // The crate of tests has lints of its own.
    let ours = |package: &&Value| package["source"].is_null() && package["name"] != "bluff-tests";
    let ours: Vec<&Value> = packages.iter().filter(ours).collect();
    assert!(ours.len() > 9, "{}", ours.len());
    for package in ours {
        let manifest = fs::read_to_string(package["manifest_path"].as_str().expect("a path"));
        let manifest: toml::Value = toml::from_str(&manifest.expect("a manifest")).expect("TOML");
        assert_eq!(manifest["lints"]["workspace"].as_bool(), Some(true));
    }
}
