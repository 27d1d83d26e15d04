//! Encrypted connections to PostgreSQL, with certificates of an authority of the test's own.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use bluff_batch::catalogue::Catalogue;

use crate::support::postgres::Postgres;
use crate::support::{folder, has, until};

fn openssl(folder: &Path, line: &str) {
    let made = Command::new("openssl")
        .args(line.split(' '))
        .current_dir(folder)
        .output()
        .expect("openssl");
    assert!(made.status.success(), "{line}: {}", String::from_utf8_lossy(&made.stderr));
}

const KEY: &str = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";

const CA: &str = "-CA ca.crt -CAkey ca.key -CAcreateserial";

/// Makes NAME.crt and NAME.key for this server, signed with the authority or with its own key.
fn issue(folder: &Path, name: &str, server: &str, days: u32, signed: &str) {
    openssl(
        folder,
        &format!(
            "req -new {KEY} -keyout {name}.key -out {name}.csr -subj /CN=db -addext \
             subjectAltName={server}"
        ),
    );
    openssl(
        folder,
        &format!(
            "x509 -req -in {name}.csr {signed} -days {days} -copy_extensions copy -out {name}.crt"
        ),
    );
}

/// The message about a catalogue that is not opened.
fn refusal(address: &str) -> String {
    let opened = Catalogue::open(&address.parse().expect("an address"), |_| {});
    opened.err().expect("refused").to_string()
}

#[test]
fn a_connection_is_encrypted_to_the_right_server_alone() {
    let (folder, mut postgres) = (folder("encrypted"), Postgres::start());
    openssl(&folder, &format!("req -x509 {KEY} -keyout ca.key -out ca.crt -days 2 -subj /CN=ca"));
    issue(&folder, "right", "IP:127.0.0.1", 2, CA);
    issue(&folder, "elsewhere", "DNS:db.example", 2, CA);
    issue(&folder, "expired", "IP:127.0.0.1", 0, CA);
    let issued = Instant::now();
    issue(&folder, "own", "IP:127.0.0.1", 2, "-signkey own.key");
    let ca = folder.join("ca.crt");
    let address = format!("{}?sslmode=verify-full&sslrootcert=", postgres.address());
    let trusting = format!("{address}{}&channel_binding=require", ca.display());

    has(&refusal(&trusting), &["server does not support TLS", "sslmode=disable"]);
    has(&refusal(&format!("{address}{}.none", ca.display())), &["ca.crt.none: "]);
    let certify = |postgres: &mut Postgres, name: &str| {
        let file = |ending| folder.join(format!("{name}.{ending}"));
        postgres.certify(&file("crt"), &file("key"));
    };
    certify(&mut postgres, "right");
    let catalogue = Catalogue::open(&trusting.parse().expect("an address"), |_| {}).unwrap();
    let encrypted = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                     WHERE ssl AND pid <> pg_backend_pid()";
    assert_eq!(postgres.query(encrypted), "1");
    drop(catalogue);
    // The roots of the system do not have this authority.
    has(&refusal(&format!("{address}system")), &["UnknownIssuer"]);
    let refused = [
        ("elsewhere", "certificate not valid for name \"127.0.0.1\""),
        ("expired", "certificate expired"),
        ("own", "UnknownIssuer"),
    ];
    // A certificate of no days is valid to the end of its second.
    until("an expired certificate", || issued.elapsed() > Duration::from_secs(1));
    for (name, reason) in refused {
        certify(&mut postgres, name);
        has(&refusal(&trusting), &["cannot open the catalogue postgres://poker@127.0.0.1", reason]);
    }
}
