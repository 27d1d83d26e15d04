//! The memory that the system allows this process.

use std::fs;
use std::path::Path;

use bluff_questions::error::Error;
use rlimit::Resource;

use crate::memory::share_arena;

/// Words on [`share`] in a reason.
pub const NO_MORE: &str = "and the system allows no more";

/// Memory that the service may take, in bytes: the smallest of its own limits, of those of its
/// control groups, and of what the machine has. `None` where the system names no limit.
pub fn allowed() -> Option<u64> {
    smallest(RESERVED)
}

/// Memory that a command may hold for each of this many answers at once, in bytes: together half of
/// what the system allows. The allocator takes more than they hold, and an answer may exceed its
/// limit between two checkpoints. Measured on programs of 48,000 rows under `ulimit -v` from 70 to
/// 700 MB: none was out of memory.
pub fn share(answers: usize) -> Option<u64> {
    Some(smallest(0)? / 2 / answers as u64)
}

/// Keeps threads that begin from now on from reserving address space, if that has a limit.
pub fn spare_address_space() {
    if Resource::AS.get_soft().is_ok_and(|bytes| bytes < u64::MAX) {
        share_arena();
    }
}

/// The error of an answer that needs more memory than this many bytes, with words on the limit.
pub fn beyond(bytes: u64, words: &str) -> Error {
    Error::Beyond(format!("more than {} MiB of memory, {words}", bytes >> 20))
}

/// The smallest limit, with so many bytes of the address space reserved for threads.
fn smallest(reserved: u64) -> Option<u64> {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let own = [address_space(reserved), Resource::DATA.get_soft().ok()].into_iter().flatten();
    let groups = group_limits(Path::new("/sys/fs/cgroup"), &read("/proc/self/cgroup"));
    let machine = read("/proc/meminfo").lines().find_map(|line| {
        let kilobytes = line.strip_prefix("MemTotal:")?.split_whitespace().next()?;
        kilobytes.parse::<u64>().ok()?.checked_mul(1 << 10)
    });
    own.chain(groups).chain(machine).min().filter(|bytes| *bytes < u64::MAX)
}

/// Address space that threads of the service reserve beside what answers take, in bytes.
const RESERVED: u64 = 512 << 20;

/// The limit of the address space without what this process has and reserves.
fn address_space(reserved: u64) -> Option<u64> {
    let limit = Resource::AS.get_soft().ok().filter(|bytes| *bytes < u64::MAX)?;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes = status.lines().find_map(|line| {
        line.strip_prefix("VmSize:")?.split_whitespace().next()?.parse::<u64>().ok()
    });
    Some(limit.saturating_sub(reserved + kilobytes.unwrap_or(0) * 1_024))
}

/// Errors: words on a limit of address space within which no service lasts.
pub fn enough_address_space() -> Result<(), String> {
    let least = 48 << 20;
    match address_space(RESERVED) {
        Some(left) if left < least => Err(format!(
            "the limit of address space (ulimit -v) leaves {} MiB for answers, expected {} MiB \
             more than {} MiB: limit memory by a control group or by ulimit -d",
            left >> 20,
            least >> 20,
            RESERVED >> 20
        )),
        _ => Ok(()),
    }
}

/// The limits of control groups, of version 2 and 1, and of the groups around them; `groups` lists
/// them as `/proc/self/cgroup` does. In a container the file system begins at its own group, so
/// folders that are not there are passed over.
fn group_limits(root: &Path, groups: &str) -> Vec<u64> {
    let mut limits = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(group)) = (fields.next(), fields.next()) else { continue };
        let (root, file) = match controllers {
            "" => (root.to_owned(), "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => {
                (root.join("memory"), "memory.limit_in_bytes")
            }
            _ => continue,
        };
        for group in Path::new(group.trim_start_matches('/')).ancestors() {
            // A group without a limit says `max`.
            let limit = fs::read_to_string(root.join(group).join(file));
            limits.extend(limit.ok().and_then(|limit| limit.trim().parse::<u64>().ok()));
        }
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_both_versions_and_of_the_groups_around_are_found() {
        let root = std::env::temp_dir().join(format!("bluff-groups-{}", std::process::id()));
        for (file, text) in [
            ("memory.max", "max\n"),
            ("pod/memory.max", "3000\n"),
            ("pod/container/memory.max", "max\n"),
            ("memory/memory.limit_in_bytes", "9223372036854771712\n"),
            ("memory/batch/memory.limit_in_bytes", "2000\n"),
        ] {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::write(root.join(file), text).unwrap();
        }
        for (groups, limits) in [
            ("0::/pod/container\n", vec![3000]),
            ("0::/\n", vec![]),
            ("4:cpu,memory:/batch\n1:name=systemd:/x\n", vec![2000, 9_223_372_036_854_771_712]),
            // The path on the host, as a container of version 1 sees it.
            ("4:memory:/docker/1234\n", vec![9_223_372_036_854_771_712]),
            ("nonsense\n", vec![]),
        ] {
            assert_eq!(group_limits(&root, groups), limits, "{groups}");
        }
        fs::remove_dir_all(root).unwrap();
    }
}
