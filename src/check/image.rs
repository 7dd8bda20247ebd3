//! The sizes of images, from the first bytes of their files.

/// The size of an image file of a site, in bytes and in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Image {
    /// The size of the file in bytes.
    pub bytes: u64,
    /// Width and height in pixels. `None` for damaged files, and for formats other than PNG, JPEG, GIF and WebP.
    pub pixels: Option<(u32, u32)>,
}

/// The number of bytes at the start of an image file that are read to find its width and height.
pub const HEAD: usize = 256 * 1024;

/// The extensions of bitmap images, in lower case. Drawings such as SVG have no pixels.
pub const EXTENSIONS: [&str; 6] = ["png", "jpg", "jpeg", "gif", "webp", "avif"];

/// The width and the height of an image in the format PNG, JPEG, GIF or WebP, as browsers show it. `None` for other
/// formats, and if `bytes` do not contain the size.
pub fn pixels(bytes: &[u8]) -> Option<(u32, u32)> {
    let size = match bytes {
        [0x89, b'P', b'N', b'G', ..] => (big(bytes, 16, 4)?, big(bytes, 20, 4)?),
        [b'G', b'I', b'F', b'8', ..] => (little(bytes, 6, 2)?, little(bytes, 8, 2)?),
        [0xff, 0xd8, ..] => jpeg(bytes)?,
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => webp(bytes)?,
        _ => return None,
    };
    (size.0 > 0 && size.1 > 0).then_some(size)
}

/// Reads `count` bytes as a number, the most significant byte first. `None` if `bytes` end before.
fn big(bytes: &[u8], start: usize, count: usize) -> Option<u32> {
    Some(bytes.get(start..start + count)?.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

/// Reads `count` bytes as a number, the least significant byte first. `None` if `bytes` end before.
fn little(bytes: &[u8], start: usize, count: usize) -> Option<u32> {
    Some(bytes.get(start..start + count)?.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

/// The width and height of a JPEG image, from its first frame header. They are exchanged if the orientation in the
/// metadata turns the image by 90 degrees. `None` if no frame header is found.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut position = 2;
    let mut is_turned = false;
    loop {
        while *bytes.get(position)? != 0xff {
            position += 1;
        }
        while *bytes.get(position)? == 0xff {
            position += 1;
        }
        let marker = bytes[position];
        position += 1;
        if matches!(marker, 0x01 | 0xd0..=0xd8) {
            continue;
        }
        let length = big(bytes, position, 2)? as usize;
        if length < 2 {
            return None;
        }
        if marker == 0xe1 {
            is_turned |= bytes.get(position + 2..position + length).and_then(orientation).is_some_and(|turn| turn >= 5);
        }
        if matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc) {
            let (height, width) = (big(bytes, position + 3, 2)?, big(bytes, position + 5, 2)?);
            return Some(if is_turned { (height, width) } else { (width, height) });
        }
        position += length;
    }
}

/// The orientation of an image, 1 to 8, from a segment with EXIF data. `None` if the segment sets no orientation.
fn orientation(segment: &[u8]) -> Option<u32> {
    let data = segment.strip_prefix(b"Exif\0\0")?;
    let read = if data.starts_with(b"MM") { big } else { little };
    let table = read(data, 4, 4)? as usize;
    let count = read(data, table, 2)? as usize;
    let entries = (0..count).map(|index| table + 2 + 12 * index);
    entries.into_iter().find(|entry| read(data, *entry, 2) == Some(0x0112)).and_then(|entry| read(data, entry + 8, 2))
}

/// The width and height of a WebP image, from the first chunk of its file. `None` if this chunk is not `VP8X`, `VP8L`
/// or `VP8 `.
fn webp(bytes: &[u8]) -> Option<(u32, u32)> {
    match bytes.get(12..16)? {
        b"VP8X" => Some((little(bytes, 24, 3)? + 1, little(bytes, 27, 3)? + 1)),
        b"VP8L" => {
            let bits = little(bytes, 21, 4)?;
            Some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
        }
        b"VP8 " => Some((little(bytes, 26, 2)? & 0x3fff, little(bytes, 28, 2)? & 0x3fff)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::pixels;

    #[test]
    fn sizes_of_all_formats_are_read() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x02\0\0\0\x03";
        assert_eq!(pixels(png), Some((258, 3)));
        assert_eq!(pixels(b"GIF89a\x02\x01\x03\0"), Some((258, 3)));
        let jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xff\xc0\0\x0b\x08\0\x03\x01\x02\x01\x01\x11\0";
        assert_eq!(pixels(jpeg), Some((258, 3)));
        let exif = b"\xff\xe1\0\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        let turned = [&jpeg[..2], exif, &jpeg[2..]].concat();
        assert_eq!(pixels(&turned), Some((3, 258)));
        assert_eq!(pixels(b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x01\x01\0\x02\0\0"), Some((258, 3)));
        assert_eq!(pixels(b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x02\x01\x03\0"), Some((258, 3)));
        assert_eq!(pixels(b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x01\x81\0\0"), Some((258, 3)));
        for text in [&b""[..], b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"RIFF\0\0\0\0WEBPVP8L", b"\xff\xd8\xff\xc0\0\0"] {
            assert_eq!(pixels(text), None);
        }
    }
}
