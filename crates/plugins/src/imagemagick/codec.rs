//! Resizes an image and converts its format.

use super::options::Format;
use hastie_site::locks::lock;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader};
use std::io::Cursor;
use std::sync::Mutex;

/// The default quality of JPEG images, as in ImageMagick.
const JPEG_QUALITY: u8 = 92;
const WEBP_QUALITY: u8 = 75;

/// The maximum width and height of a WebP image in pixels.
const WEBP_LONGEST: u32 = 16_383;

/// The maximum memory for one image, in bytes: decoded, while it is resized, and encoded. A photograph of 60 million
/// pixels fits. Without the limit, a file of some kilobytes could request much more.
const MOST_MEMORY: u64 = 640 << 20;

/// Images that take more memory than this are converted one after another.
const MUCH_MEMORY: u64 = 64 << 20;

/// Locked while an image that takes more than `MUCH_MEMORY` is converted.
static LARGE: Mutex<()> = Mutex::new(());

/// Resizes an image in proportion, to a width of at most `width` pixels, and converts it to `format`. A `width` of 0
/// keeps the original width.
///
/// # Errors
/// Fails if the image cannot be read or written, or takes too much memory.
pub(super) fn converted(bytes: &[u8], width: u32, format: &Format) -> Result<Vec<u8>, String> {
    Conversion { width, format }.convert(bytes)
}

struct Conversion<'f> {
    width: u32,
    format: &'f Format,
}

impl Conversion<'_> {
    /// Decodes an image, resizes and encodes it. Returns the bytes of the new image.
    fn convert(&self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| error.to_string())?;
        let decoder = reader.into_decoder().map_err(|error| error.to_string())?;
        let (width, height) = decoder.dimensions();
        let memory = self.memory(width, height, decoder.total_bytes());
        if memory > MOST_MEMORY {
            let megabytes = MOST_MEMORY >> 20;
            return Err(format!("an image of {width} by {height} pixels takes more than {megabytes} MB of memory"));
        }
        let _one_at_a_time = (memory > MUCH_MEMORY).then(|| lock(&LARGE));
        self.encoded(&self.sized(decoder)?)
    }

    /// An estimate of the memory for an image of this size, which decodes to `decoded` bytes and may have to be
    /// rotated.
    fn memory(&self, width: u32, height: u32, decoded: u64) -> u64 {
        let pixels = u64::from(width).saturating_mul(u64::from(height));
        let rows = |width: u32, height: u32| {
            if self.is_smaller(width) { u64::from(width).saturating_mul(self.height_of(width, height)) } else { 0 }
        };
        // The intermediate image of a resizing has four floats for each pixel, and the encoder's copy four bytes.
        let resized = rows(width, height).max(rows(height, width)).saturating_mul(16);
        decoded.saturating_add(resized).saturating_add(pixels.saturating_mul(4))
    }

    /// Whether the new image is smaller than an image of this width.
    fn is_smaller(&self, width: u32) -> bool {
        self.width != 0 && width > self.width
    }

    /// The height of the new image for an original of this size. As in ImageMagick, it is rounded to the nearest pixel.
    fn height_of(&self, width: u32, height: u32) -> u64 {
        let (width, height) = (u64::from(width), u64::from(height));
        ((u64::from(self.width) * height + width / 2) / width).max(1)
    }

    fn sized(&self, mut decoder: impl ImageDecoder) -> Result<DynamicImage, String> {
        let orientation = decoder.orientation().ok().filter(|_| self.format.turns);
        let mut image = DynamicImage::from_decoder(decoder).map_err(|error| error.to_string())?;
        if let Some(orientation) = orientation {
            image.apply_orientation(orientation);
        }
        if !self.is_smaller(image.width()) {
            return Ok(image);
        }
        let height = u32::try_from(self.height_of(image.width(), image.height())).unwrap_or(u32::MAX);
        Ok(image.resize_exact(self.width, height, FilterType::Lanczos3))
    }

    fn encoded(&self, image: &DynamicImage) -> Result<Vec<u8>, String> {
        let mut out = Cursor::new(Vec::new());
        match self.format.extension.to_lowercase().as_str() {
            "webp" => return webp_of(image, self.format.quality.unwrap_or(WEBP_QUALITY)),
            "jpg" | "jpeg" => {
                let quality = self.format.quality.unwrap_or(JPEG_QUALITY);
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
