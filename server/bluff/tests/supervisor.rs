//! The service manager: what `bluff serve` tells systemd on its socket.

use std::os::unix::net::UnixDatagram;
use std::path::PathBuf;
use std::time::Duration;

use crate::support::service::Service;
use crate::support::{bluff, folder};

/// The socket of a manager.
struct Manager {
    place: PathBuf,
    socket: UnixDatagram,
}

impl Manager {
    fn new(name: &str) -> Self {
        // The name of a socket has at most 107 bytes.
        let place = std::env::temp_dir().join(format!("bluff-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&place);
        let socket = UnixDatagram::bind(&place).expect("a socket");
        socket.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
        Self { place, socket }
    }

    /// The next message, which must come within a minute.
    fn told(&self) -> String {
        let mut bytes = [0; 256];
        let length = self.socket.recv(&mut bytes).expect("a message");
        String::from_utf8_lossy(&bytes[..length]).trim().to_owned()
    }
}

impl Drop for Manager {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.place);
    }
}

#[test]
fn the_manager_hears_that_the_service_is_ready_lives_and_stops() {
    let manager = Manager::new("serve");
    let mut command = bluff(&folder("notify"), "serve --listen 127.0.0.1:0 --log off");
    command.env("NOTIFY_SOCKET", &manager.place);
    command.env("WATCHDOG_USEC", "300000").env_remove("WATCHDOG_PID");
    let mut service = Service::start(command);
    assert_eq!(manager.told(), "READY=1");
    assert_eq!(service.get("/readyz").status, 200);
    for _ in 0..3 {
        assert_eq!(manager.told(), "WATCHDOG=1");
    }
    service.signal("TERM");
    let said: Vec<String> = std::iter::repeat_with(|| manager.told())
        .skip_while(|message| message == "WATCHDOG=1")
        .take(1)
        .collect();
    assert_eq!(said, ["STOPPING=1"]);
    assert!(service.ended().success());
}
