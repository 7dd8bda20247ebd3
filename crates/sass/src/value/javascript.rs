//! Powers, logarithms and trigonometric functions with the exact results of dart-sass.
//!
//! dart-sass runs in JavaScript, whose engine uses the fdlibm algorithms of Sun. Their details, such as the order of
//! additions, are not available in current libraries. The differences rarely affect ten digits, but inspected numbers
//! show all digits, and colors far outside of their gamut have more than ten.

use std::f64::consts::{FRAC_PI_4, LN_2};

/// The upper 32 bits of a number.
fn high_word(number: f64) -> u32 {
    (number.to_bits() >> 32) as u32
}

/// The number with its upper 32 bits replaced.
fn with_high_word(number: f64, high: u32) -> f64 {
    f64::from_bits((u64::from(high) << 32) | (number.to_bits() & 0xffff_ffff))
}

/// The number without its lower 32 bits, so that products are exact.
fn rounded_down(number: f64) -> f64 {
    f64::from_bits(number.to_bits() & !0xffff_ffff)
}

/// Evaluates a polynomial. The last coefficient belongs to the highest power.
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().copied().reduce(|sum, coefficient| coefficient + x * sum).unwrap_or(0.0)
}

/// A number with more precision than one `f64`, as the sum of two. The first of them has few significant bits.
type Double = (f64, f64);

/// `base` to the power of `exponent`, with the bits of JavaScript's `Math.pow()`.
#[must_use]
pub(crate) fn pow(base: f64, exponent: f64) -> f64 {
    if exponent == 0.0 {
        return 1.0;
    }
    if base.is_nan() || exponent.is_nan() {
        return f64::NAN;
    }
    if exponent.is_infinite() && base.abs() == 1.0 {
        return f64::NAN;
    }
    let ordinary = base.is_finite() && base != 0.0 && base.abs() != 1.0 && exponent.is_finite();
    // Larger exponents give infinity, zero, or a result that is practically equal to these.
    if !ordinary || exponent.abs() > 2f64.powi(31) {
        return libm::pow(base, exponent);
    }
    if exponent == 1.0 {
        return base;
    }
    if exponent == -1.0 {
        return 1.0 / base;
    }
    if exponent == 2.0 {
        return base * base;
    }
    if exponent == 0.5 && base >= 0.0 {
        return base.sqrt();
    }
    let is_integer = exponent.trunc() == exponent;
    if base < 0.0 && !is_integer {
        return f64::NAN;
    }
    let sign = if base < 0.0 && exponent % 2.0 != 0.0 { -1.0 } else { 1.0 };
    let (log_high, log_low) = log2(base.abs());
    let exponent_high = rounded_down(exponent);
    let low = (exponent - exponent_high) * log_high + exponent * log_low;
    let high = exponent_high * log_high;
    let sum = low + high;
    if sum >= 1024.0 && (sum > 1024.0 || low + 8.008_566_259_537_294e-17 > sum - high) {
        return sign * f64::INFINITY;
    }
    if sum <= -1075.0 && (sum < -1075.0 || low <= sum - high) {
        return sign * 0.0;
    }
    sign * exp2((high, low))
}

/// The base-2 logarithm of a positive number.
fn log2(number: f64) -> Double {
    const L: [f64; 6] = [
        5.999_999_999_999_946e-1,
        4.285_714_285_785_502e-1,
        3.333_333_298_183_774_3e-1,
        2.727_281_238_085_34e-1,
        2.306_607_457_755_617_5e-1,
        2.069_750_178_003_384_2e-1,
    ];
    /// 2 / (3 ln 2). The next two constants add up to the same number.
    const CP: f64 = 9.617_966_939_259_756e-1;
    const CP_HIGH: f64 = 9.617_967_009_544_373e-1;
    const CP_LOW: f64 = -7.028_461_650_952_758e-9;
    /// The base-2 logarithm of 1.5, as the sum of two numbers.
    const LOG_HIGH: f64 = 5.849_624_872_207_642e-1;
    const LOG_LOW: f64 = 1.350_039_202_129_749e-8;

    let (number, mut power) =
        if number < f64::MIN_POSITIVE { (number * 9_007_199_254_740_992.0, -53.0) } else { (number, 0.0) };
    let high = high_word(number);
    power += f64::from((high >> 20) as i32 - 0x3ff);
    let fraction = high & 0x000f_ffff;
    let mut top = fraction | 0x3ff0_0000;
    let near_three_halves = fraction > 0x3988e && fraction < 0xbb67a;
    if fraction >= 0xbb67a {
        power += 1.0;
        top -= 0x0010_0000;
    }
    let number = with_high_word(number, top);
    let (center, log_high, log_low) = if near_three_halves { (1.5, LOG_HIGH, LOG_LOW) } else { (1.0, 0.0, 0.0) };

    let (u, v) = (number - center, 1.0 / (number + center));
    let s = u * v;
    let s_high = rounded_down(s);
    let t_top = ((top >> 1) | 0x2000_0000) + 0x0008_0000 + (u32::from(near_three_halves) << 18);
    let t_high = with_high_word(0.0, t_top);
    let t_low = number - (t_high - center);
    let s_low = v * ((u - s_high * t_high) - s_high * t_low);

    let square = s * s;
    let rest = square * square * polynomial(&L, square) + s_low * (s_high + s);
    let square = s_high * s_high;
    let t_high = rounded_down(3.0 + square + rest);
    let t_low = rest - ((t_high - 3.0) - square);
    let (u, v) = (s_high * t_high, s_low * t_high + t_low * s);
    let p_high = rounded_down(u + v);
    let p_low = v - (p_high - u);
    let (z_high, z_low) = (CP_HIGH * p_high, CP_LOW * p_high + p_low * CP + log_low);
    let result_high = rounded_down(((z_high + z_low) + log_high) + power);
    (result_high, z_low - (((result_high - power) - log_high) - z_high))
}

/// 2 to the power of `high + low`.
fn exp2((mut high, low): Double) -> f64 {
    const P: [f64; 5] = [
        1.666_666_666_666_660_2e-1,
        -2.777_777_777_701_559_3e-3,
        6.613_756_321_437_934e-5,
        -1.653_390_220_546_525_2e-6,
        4.138_136_797_057_238_5e-8,
    ];
    /// The natural logarithm of 2, as the sum of two numbers.
    const LN2_HIGH: f64 = 6.931_471_824_645_996e-1;
    const LN2_LOW: f64 = -1.904_654_299_957_768e-9;

    let sum = high + low;
    let mut power = 0;
    if high_word(sum) & 0x7fff_ffff > 0x3fe0_0000 {
        // Rounds halves away from zero.
        let whole = (rounded_down(sum.abs()) + 0.5).trunc().copysign(sum);
        power = whole as i32;
        high -= whole;
    }
    let t = rounded_down(low + high);
    let (u, v) = (t * LN2_HIGH, (low - (t - high)) * LN_2 + t * LN2_LOW);
    let z = u + v;
    let w = v - (z - u);
    let square = z * z;
    let t = z - square * polynomial(&P, square);
    // The engine divides by the whole expression. Other implementations subtract a part of it from the quotient.
    let r = z * t / ((t - 2.0) - (w + z * w));
    libm::scalbn(1.0 - (r - z), power)
}

/// The natural logarithm, with the bits of JavaScript's `Math.log()`.
#[must_use]
pub(crate) fn log(number: f64) -> f64 {
    const LG: [f64; 7] = [
        6.666_666_666_666_735e-1,
        3.999_999_999_940_942e-1,
        2.857_142_874_366_239e-1,
        2.222_219_843_214_978_4e-1,
        1.818_357_216_161_805e-1,
        1.531_383_769_920_937_3e-1,
        1.479_819_860_511_658_6e-1,
    ];
    const LN2_HIGH: f64 = 6.931_471_803_691_238e-1;
    const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;

    if !(number > 0.0 && number.is_finite()) {
        return libm::log(number);
    }
    let (number, mut power) =
        if number < f64::MIN_POSITIVE { (number * 18_014_398_509_481_984.0, -54.0) } else { (number, 0.0) };
    let high = high_word(number);
    let fraction = high & 0x000f_ffff;
    let carry = (fraction + 0x95f64) & 0x0010_0000;
    power += f64::from((high >> 20) as i32 - 1023 + (carry >> 20) as i32);
    let f = with_high_word(number, fraction | (carry ^ 0x3ff0_0000)) - 1.0;
    if 0x000f_ffff & (2 + fraction) < 3 {
        if f == 0.0 {
            return if power == 0.0 { 0.0 } else { power * LN2_HIGH + power * LN2_LOW };
        }
        let r = f * f * (0.5 - 0.333_333_333_333_333_3 * f);
        return if power == 0.0 { f - r } else { power * LN2_HIGH - ((r - power * LN2_LOW) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let [lg1, lg2, lg3, lg4, lg5, lg6, lg7] = LG;
    let r = z * polynomial(&[lg1, lg3, lg5, lg7], w) + w * polynomial(&[lg2, lg4, lg6], w);
    let (from, to) = (fraction as i32 - 0x6147a, 0x6b851 - fraction as i32);
    if from | to > 0 {
        let half = 0.5 * f * f;
        if power == 0.0 {
            f - (half - s * (half + r))
        } else {
            power * LN2_HIGH - ((half - (s * (half + r) + power * LN2_LOW)) - f)
        }
    } else if power == 0.0 {
        f - s * (f - r)
    } else {
        power * LN2_HIGH - ((s * (f - r) - power * LN2_LOW) - f)
    }
}

/// The sine of an angle in radians, with the bits of JavaScript's `Math.sin()`.
#[must_use]
pub(crate) fn sin(angle: f64) -> f64 {
    match reduce(angle) {
        None => libm::sin(angle),
        Some((0, rest)) => sin_kernel(rest),
        Some((1, rest)) => cos_kernel(rest),
        Some((2, rest)) => -sin_kernel(rest),
        Some((_, rest)) => -cos_kernel(rest),
    }
}

/// The cosine of an angle in radians, with the bits of JavaScript's `Math.cos()`.
#[must_use]
pub(crate) fn cos(angle: f64) -> f64 {
    match reduce(angle) {
        None => libm::cos(angle),
        Some((0, rest)) => cos_kernel(rest),
        Some((1, rest)) => -sin_kernel(rest),
        Some((2, rest)) => -cos_kernel(rest),
        Some((_, rest)) => sin_kernel(rest),
    }
}

/// The quadrant of an angle, and the remaining angle between -45 and 45 degrees. `None` if the angle is too large.
fn reduce(angle: f64) -> Option<(u8, Double)> {
    /// Pi / 2 in three parts of 33 bits, each with the remainder after it.
    const PARTS: [Double; 3] = [
        (1.570_796_326_734_125_6, 6.077_100_506_506_192e-11),
        (6.077_100_506_303_966e-11, 2.022_266_248_795_950_7e-21),
        (2.022_266_248_711_166_5e-21, 8.478_427_660_368_9e-32),
    ];
    let size = angle.abs();
    if high_word(size) <= high_word(FRAC_PI_4) {
        return Some((0, (angle, 0.0)));
    }
    // More than 2^19 quadrants need more bits of pi.
    if high_word(size) > 0x4139_21fb {
        return None;
    }
    let quarters = if high_word(size) < 0x4002_d97c { 1.0 } else { (size * std::f64::consts::FRAC_2_PI + 0.5).trunc() };
    let exponent = |number: f64| i64::from((high_word(number) >> 20) & 0x7ff);
    let [(first, first_rest), (second, second_rest), (third, third_rest)] = PARTS;
    let mut r = size - quarters * first;
    let mut w = quarters * first_rest;
    let mut high = r - w;
    for (limit, part, rest) in [(16, second, second_rest), (49, third, third_rest)] {
        if exponent(size) - exponent(high) <= limit {
            break;
        }
        let before = r;
        w = quarters * part;
        r = before - w;
        w = quarters * rest - ((before - r) - w);
        high = r - w;
    }
    let low = (r - high) - w;
    let quarter = (quarters as u32 & 3) as u8;
    Some(if angle < 0.0 { ((4 - quarter) & 3, (-high, -low)) } else { (quarter, (high, low)) })
}

fn sin_kernel((x, y): Double) -> f64 {
    const FIRST: f64 = -1.666_666_666_666_663_2e-1;
    const S: [f64; 5] = [
        8.333_333_333_322_49e-3,
        -1.984_126_982_985_795e-4,
        2.755_731_370_707_006_8e-6,
        -2.505_076_025_340_686_3e-8,
        1.589_690_995_211_55e-10,
    ];
    if high_word(x) & 0x7fff_ffff < 0x3e40_0000 {
        return x;
    }
    let z = x * x;
    let v = z * x;
    let r = polynomial(&S, z);
    if y == 0.0 { x + v * (FIRST + z * r) } else { x - ((z * (0.5 * y - v * r) - y) - v * FIRST) }
}

fn cos_kernel((x, y): Double) -> f64 {
    const C: [f64; 6] = [
        4.166_666_666_666_66e-2,
        -1.388_888_888_887_411e-3,
        2.480_158_728_947_673e-5,
        -2.755_731_435_139_066_3e-7,
        2.087_572_321_298_175e-9,
        -1.135_964_755_778_819_5e-11,
    ];
    let size = high_word(x) & 0x7fff_ffff;
    if size < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * polynomial(&C, z);
    if size < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * y));
    }
    let quarter = if size > 0x3fe9_0000 { 0.28125 } else { with_high_word(0.0, size - 0x0020_0000) };
    let half = 0.5 * z - quarter;
    (1.0 - quarter) - (half - (z * r - x * y))
}
