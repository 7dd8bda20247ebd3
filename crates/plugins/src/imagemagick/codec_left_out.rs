//! Replaces `codec` if the feature `images` is not compiled.

use super::options::Format;

/// Always fails, because Hastie was compiled without the feature `images`.
pub(super) fn converted(_bytes: &[u8], _width: u32, _format: &Format) -> Result<Vec<u8>, String> {
    Err("the feature `images` was not compiled".to_owned())
}
