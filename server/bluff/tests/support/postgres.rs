//! A PostgreSQL server of a test's own: in a temporary folder, on loopback, ended with the test.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

const PASSWORD: &str = "open sesame";

pub(crate) struct Postgres {
    server: Option<Child>,
    folder: PathBuf,
    port: u16,
}

impl Postgres {
    pub(crate) fn start() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("bluff-postgres-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("password"), PASSWORD).expect("a file");
        let data = folder.join("data");
        fs::create_dir(&data).expect("a folder");
        if root() {
            let owner =
                Command::new("chown").args(["-R", "nobody"]).arg(&folder).status().expect("chown");
            assert!(owner.success());
        }
        let flags = "-U poker -A scram-sha-256 --no-sync -E UTF8 --locale=C --pwfile";
        let made = server_program("initdb")
            .args(flags.split(' '))
            .arg(folder.join("password"))
            .arg("-D")
            .arg(&data)
            .output()
            .expect("initdb starts");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let mut postgres = Self { server: None, folder, port };
        postgres.go_on();
        postgres
    }

    /// Starts the server, again if it was stopped.
    pub(crate) fn go_on(&mut self) {
        let log = fs::File::create(self.folder.join("log")).expect("a file");
        let settings = "-c listen_addresses=127.0.0.1 -c unix_socket_directories= \
            -c shared_buffers=32MB -p";
        let server = server_program("postgres")
            .arg("-D")
            .arg(self.folder.join("data"))
            .args(settings.split(' '))
            .arg(self.port.to_string())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("the server starts");
        self.server = Some(server);
        super::until("PostgreSQL", || {
            let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            log.contains("ready to accept connections")
                && TcpStream::connect(("127.0.0.1", self.port)).is_ok()
        });
    }

    /// Ends the server at once: every connection breaks, nothing is written any more, and the next
    /// start recovers.
    pub(crate) fn stop(&mut self) {
        if let Some(mut server) = self.server.take() {
            super::signal(&[server.id()], "QUIT");
            server.wait().expect("the server ends");
        }
    }

    /// Starts the server again with this certificate, for encrypted connections beside others.
    pub(crate) fn certify(&mut self, certificate: &Path, key: &Path) {
        let data = self.folder.join("data");
        for (from, name) in [(certificate, "server.crt"), (key, "server.key")] {
            let to = data.join(name);
            fs::copy(from, &to).expect("a copy");
            let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
            fs::set_permissions(&to, private).expect("permissions");
            if root() {
                let owner = Command::new("chown").arg("nobody").arg(&to).status().expect("chown");
                assert!(owner.success());
            }
        }
        self.query("ALTER SYSTEM SET ssl = on");
        self.stop();
        self.go_on();
    }

    /// Stops the server and all its connections where they are, or lets them go on: `STOP`, `CONT`.
    pub(crate) fn signal(&self, name: &str) {
        let Some(server) = self.server.as_ref().map(Child::id) else { return };
        let children = fs::read_to_string(format!("/proc/{server}/task/{server}/children"))
            .unwrap_or_default();
        let children = children.split_whitespace().map(|child| child.parse().expect("a number"));
        super::signal(&children.chain([server]).collect::<Vec<_>>(), name);
    }

    pub(crate) fn address(&self) -> String {
        self.address_with(PASSWORD)
    }

    pub(crate) fn address_with(&self, password: &str) -> String {
        let password = password.replace(' ', "%20");
        format!("postgres://poker:{password}@127.0.0.1:{}/postgres", self.port)
    }

    /// Asks the database directly; a row per line, columns between bars.
    pub(crate) fn query(&self, sql: &str) -> String {
        let asked = Command::new(program("psql"))
            .args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, &self.address()])
            .output()
            .expect("psql starts");
        assert!(asked.status.success(), "{sql}: {}", String::from_utf8_lossy(&asked.stderr));
        String::from_utf8(asked.stdout).expect("UTF-8").trim().to_owned()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(mut server) = self.server.take() {
            let _ = server.kill();
            let _ = server.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// PostgreSQL refuses to run as root: then it runs as nobody.
fn server_program(name: &str) -> Command {
    if !root() {
        return Command::new(program(name));
    }
    let mut command = Command::new("setpriv");
    command
        .args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"])
        .arg(program(name))
        .current_dir("/");
    command
}

fn root() -> bool {
    fs::metadata("/proc/self")
        .is_ok_and(|metadata| std::os::unix::fs::MetadataExt::uid(&metadata) == 0)
}

/// Debian keeps the programs of the server out of the path.
fn program(name: &str) -> PathBuf {
    let folders = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = folders
        .map(|folder| folder.path().join("bin").join(name))
        .filter(|path| path.exists())
        .collect();
    found.sort();
    found.pop().unwrap_or_else(|| Path::new(name).to_owned())
}
