//! The service manager: what `bluff serve` tells systemd on its socket.

use std::os::unix::net::UnixDatagram;
use std::time::Duration;

use crate::support;
use crate::support::service::Service;

/// The next message, which must come within a minute.
fn told(socket: &UnixDatagram) -> String {
    let mut bytes = [0; 256];
    let length = socket.recv(&mut bytes).expect("a message");
    String::from_utf8_lossy(&bytes[..length]).trim().to_owned()
}

#[test]
fn the_manager_hears_that_the_service_is_ready_lives_and_stops() {
    let folder = support::folder("notify");
    // The name of a socket has at most 107 bytes.
    let place = std::env::temp_dir().join(format!("bluff-notify-{}", std::process::id()));
    let _ = std::fs::remove_file(&place);
    let socket = UnixDatagram::bind(&place).expect("a socket");
    socket.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
    let mut command = support::bluff(&folder, "serve --listen 127.0.0.1:0 --log off");
    command.env("NOTIFY_SOCKET", &place).env("WATCHDOG_USEC", "300000").env_remove("WATCHDOG_PID");
    let mut service = Service::start(command);
    assert_eq!(told(&socket), "READY=1");
    assert_eq!(service.get("/readyz").status, 200);
    for _ in 0..3 {
        assert_eq!(told(&socket), "WATCHDOG=1");
    }
    service.signal("TERM");
    let said: Vec<String> = std::iter::repeat_with(|| told(&socket))
        .skip_while(|message| message == "WATCHDOG=1")
        .take(1)
        .collect();
    assert_eq!(said, ["STOPPING=1"]);
    assert!(service.ended().success());
    std::fs::remove_file(&place).expect("the socket");
}
