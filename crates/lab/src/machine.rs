//! Facts about the machine and its files, for manifests.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

pub fn cpu() -> String {
    let model = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    model.unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The load average of the last minute.
pub fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// The time in UTC, such as `2026-11-16T01:27:48Z`.
pub fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    let (hours, minutes, seconds) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}Z")
}

/// Computes with years that begin in March, so that the leap day comes last.
/// CITE: howardhinnant.github.io/date_algorithms.html
fn date(days_since_1970: u64) -> (u64, u64, u64) {
    let days = days_since_1970 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

/// The FNV-1a hash of a file's content.
/// CITE: isthe.com/chongo/tech/comp/fnv
pub fn fingerprint(path: &Path) -> io::Result<String> {
    let (mut file, mut chunk) = (File::open(path)?, vec![0; 1 << 16]);
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    loop {
        match file.read(&mut chunk)? {
            0 => return Ok(format!("{hash:016x}")),
            count => {
                for &byte in &chunk[..count] {
                    hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                }
            }
        }
    }
}

/// The path under which the system would find a program.
pub fn find_program(program: &Path) -> PathBuf {
    if program.components().count() > 1 {
        return program.to_owned();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut found = std::env::split_paths(&folders).map(|folder| folder.join(program));
    found.find(|path| path.is_file()).unwrap_or_else(|| program.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolkit::TempFolder;

    #[test]
    fn days_become_dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(59), (1970, 3, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(20_773), (2026, 11, 16));
    }

    #[test]
    fn a_fingerprint_is_the_fnv_hash_of_the_content() {
        let folder = TempFolder::new("fingerprint");
        let path = folder.file("content");
        fs::write(&path, "a").unwrap();
        assert_eq!(fingerprint(&path).unwrap(), "af63dc4c8601ec8c");
        fs::remove_file(&path).unwrap();
        assert!(fingerprint(&path).is_err());
    }
}
