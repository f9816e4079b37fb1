//! Decides whether sliding attacks may use the PEXT instruction.
//!
//! PEXT is the fastest choice, except on AMD's Zen 1 and Zen 2 (family 17h), where it is microcoded
//! and slower than a multiplication. It is used if the build targets this machine and PEXT is fast
//! here. A build for unknown machines uses magic multiplication. Both give the same attacks.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(fast_pext)");
    if target_has_bmi2() && built_for_this_machine() && pext_is_fast_here() {
        println!("cargo::rustc-cfg=fast_pext");
    }
}

fn target_has_bmi2() -> bool {
    let features = std::env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    features.split(',').any(|feature| feature == "bmi2")
}

fn built_for_this_machine() -> bool {
    std::env::var("CARGO_ENCODED_RUSTFLAGS").is_ok_and(|flags| flags.contains("target-cpu=native"))
}

#[cfg(target_arch = "x86_64")]
fn pext_is_fast_here() -> bool {
    use std::arch::x86_64::__cpuid;

    let vendor = __cpuid(0);
    let is_amd = (vendor.ebx, vendor.edx, vendor.ecx) == (0x6874_7541, 0x6974_6e65, 0x444d_4163);
    let signature = __cpuid(1).eax;
    let family = (signature >> 8 & 0xf) + (signature >> 20 & 0xff);
    !is_amd || family >= 0x19
}

#[cfg(not(target_arch = "x86_64"))]
fn pext_is_fast_here() -> bool {
    false
}
