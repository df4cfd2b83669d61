//! Which processors this engine is for, and whether the quicker one of a wheel would run on this machine.

use pyo3::pyfunction;

/// What the build was made for: `baseline` and `x86-64-v3` in wheels, the machine that built it otherwise.
pub const ENGINE: &str = match option_env!("KIBITZ_BUILD") {
    Some(name) => name,
    None => "native",
};

/// Whether this processor has what x86-64-v3 stands for.
#[pyfunction]
pub fn runs_v3() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("f16c")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("movbe")
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}
