//! Which implementations this build of the library uses.

/// The implementations that were compiled in: one for sliding attacks, one for set-wise fills.
///
/// They differ in speed only. A build with `RUSTFLAGS="-C target-cpu=native"` selects the fastest.
///
/// ```
/// let [sliders, fills] = chess::build_features();
/// assert!(["PEXT sliders", "magic sliders"].contains(&sliders));
/// assert!(["AVX2 fills", "portable fills"].contains(&fills));
/// ```
pub const fn build_features() -> [&'static str; 2] {
    [
        if cfg!(fast_pext) { "PEXT sliders" } else { "magic sliders" },
        if cfg!(target_feature = "avx2") { "AVX2 fills" } else { "portable fills" },
    ]
}
