//! Resizes an image and converts its format.

use super::options::Format;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader};
use std::io::Cursor;

/// The default quality of lossy formats, which is ImageMagick's.
const JPEG_QUALITY: u8 = 92;
const WEBP_QUALITY: u8 = 75;

/// The maximum width and height of WebP.
const WEBP_LONGEST: u32 = 16_383;

/// The bytes of an image with at most a width, in another format.
///
/// # Errors
/// Fails if the image cannot be read or written.
pub(super) fn converted(bytes: &[u8], widest: u32, format: &Format) -> Result<Vec<u8>, String> {
    encoded(&sized(bytes, widest, format.turns)?, format)
}

fn sized(bytes: &[u8], widest: u32, turns: bool) -> Result<DynamicImage, String> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| error.to_string())?;
    let mut decoder = reader.into_decoder().map_err(|error| error.to_string())?;
    let orientation = decoder.orientation().ok().filter(|_| turns);
    let mut image = DynamicImage::from_decoder(decoder).map_err(|error| error.to_string())?;
    if let Some(orientation) = orientation {
        image.apply_orientation(orientation);
    }
    if widest == 0 || image.width() <= widest {
        return Ok(image);
    }
    // ImageMagick rounds to the nearest pixel.
    let (width, height) = (u64::from(image.width()), u64::from(image.height()));
    let height = (u64::from(widest) * height + width / 2) / width;
    let height = u32::try_from(height.max(1)).unwrap_or(u32::MAX);
    Ok(image.resize_exact(widest, height, FilterType::Lanczos3))
}

fn encoded(image: &DynamicImage, format: &Format) -> Result<Vec<u8>, String> {
    let mut out = Cursor::new(Vec::new());
    match format.extension.to_lowercase().as_str() {
        "webp" => return webp_of(image, format.quality.unwrap_or(WEBP_QUALITY)),
        "jpg" | "jpeg" => {
            let quality = format.quality.unwrap_or(JPEG_QUALITY);
            let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut out, quality);
            image.to_rgb8().write_with_encoder(encoder)
        }
        "png" => image.write_to(&mut out, ImageFormat::Png),
        "gif" => image.to_rgba8().write_to(&mut out, ImageFormat::Gif),
        "tif" | "tiff" => image.write_to(&mut out, ImageFormat::Tiff),
        "bmp" => image.to_rgb8().write_to(&mut out, ImageFormat::Bmp),
        other => return Err(format!("images cannot be written as {other}")),
    }
    .map_err(|error| error.to_string())?;
    Ok(out.into_inner())
}

fn webp_of(image: &DynamicImage, quality: u8) -> Result<Vec<u8>, String> {
    let (width, height) = (image.width(), image.height());
    if width.max(height) > WEBP_LONGEST {
        return Err(format!("WebP images have at most {WEBP_LONGEST} pixels on a side"));
    }
    let quality = f32::from(quality);
    let encoded = if image.color().has_alpha() {
        let pixels = image.to_rgba8();
        webp::Encoder::from_rgba(&pixels, width, height).encode_simple(false, quality).map(|bytes| bytes.to_vec())
    } else {
        let pixels = image.to_rgb8();
        webp::Encoder::from_rgb(&pixels, width, height).encode_simple(false, quality).map(|bytes| bytes.to_vec())
    };
    encoded.map_err(|error| format!("{error:?}"))
}
