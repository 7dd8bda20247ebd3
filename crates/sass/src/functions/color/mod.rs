//! `sass:color` and the global color functions. Mirrors dart-sass's `functions/color.dart`.
//!
//! `construct` creates colors, `channels` reads their properties, `update` has `adjust()`, `scale()` and `change()`,
//! `mix` combines colors, and `legacy` has the deprecated global functions.

mod channels;
mod construct;
mod legacy;
mod mix;
mod update;

use super::{BuiltinFn, Definition, FunctionContext, GlobalDefinition, Table, define, define_global};
use crate::value::color::Space;
use crate::value::{Color, Number, Unit, Value, argument_error};
use crate::{Deprecation, Error, Result};
use std::rc::Rc;

pub(super) static TABLE: Table =
    Table { name: "color", functions: FUNCTIONS, globals: GLOBALS, mixins: &[], variables: &[] };

const FUNCTIONS: &[Definition] = &[
    define("red", &[("$color", |args, context| channels::red(args, context, false))]),
    define("green", &[("$color", |args, context| channels::green(args, context, false))]),
    define("blue", &[("$color", |args, context| channels::blue(args, context, false))]),
    define("mix", &[("$color1, $color2, $weight: 50%, $method: null", mix::mix)]).and_global(),
    define("invert", &[("$color, $weight: 100%, $space: null", mix::module_invert)]),
    define("hue", &[("$color", |args, context| channels::hue(args, context, false))]),
    define("saturation", &[("$color", |args, context| channels::saturation(args, context, false))]),
    define("lightness", &[("$color", |args, context| channels::lightness(args, context, false))]),
    define("adjust-hue", &[("$color, $amount", |args, _| legacy::removed(args, "adjust-hue", "hue", ""))]),
    define("lighten", &[("$color, $amount", |args, _| legacy::removed(args, "lighten", "lightness", ""))]),
    define("darken", &[("$color, $amount", |args, _| legacy::removed(args, "darken", "lightness", "-"))]),
    define("saturate", &[("$color, $amount", |args, _| legacy::removed(args, "saturate", "saturation", ""))]),
    define("desaturate", &[("$color, $amount", |args, _| legacy::removed(args, "desaturate", "saturation", "-"))]),
    define("grayscale", &[("$color", mix::module_grayscale)]),
    define("hwb", HWB),
    define("whiteness", &[("$color", |args, context| channels::whiteness(args, context))]),
    define("blackness", &[("$color", |args, context| channels::blackness(args, context))]),
    define("opacify", &[("$color, $amount", |args, _| legacy::removed(args, "opacify", "alpha", ""))]),
    define("fade-in", &[("$color, $amount", |args, _| legacy::removed(args, "fade-in", "alpha", ""))]),
    define("transparentize", &[("$color, $amount", |args, _| legacy::removed(args, "transparentize", "alpha", "-"))]),
    define("fade-out", &[("$color, $amount", |args, _| legacy::removed(args, "fade-out", "alpha", "-"))]),
    define("alpha", &[("$color", channels::module_alpha), ("$args...", channels::module_alpha_filters)]),
    define("opacity", &[("$color", channels::module_opacity)]),
    define("space", &[("$color", |args, _| Ok(Value::unquoted(args[0].assert_color(Some("color"))?.space.name())))]),
    define("to-space", &[("$color, $space", channels::to_space)]),
    define("is-legacy", &[("$color", |args, _| Ok(args[0].assert_color(Some("color"))?.is_legacy().into()))]),
    define("is-missing", &[("$color, $channel", channels::is_missing)]),
    define("is-in-gamut", &[("$color, $space: null", channels::is_in_gamut)]),
    define("to-gamut", &[("$color, $space: null, $method: null", channels::to_gamut)]),
    define("channel", &[("$color, $channel, $space: null", channels::channel)]),
    define("same", &[("$color1, $color2", channels::same)]),
    define("is-powerless", &[("$color, $channel, $space: null", channels::is_powerless)]),
    define("complement", &[("$color, $space: null", mix::complement)]).and_global(),
    define("adjust", &[("$color, $kwargs...", update::adjust)]).and_global_as("adjust-color"),
    define("scale", &[("$color, $kwargs...", update::scale)]).and_global_as("scale-color"),
    define("change", &[("$color, $kwargs...", update::change)]).and_global_as("change-color"),
    define("ie-hex-str", IE_HEX_STR),
];

const HWB: &[(&str, BuiltinFn)] = &[
    ("$hue, $whiteness, $blackness, $alpha: 1", construct::hwb),
    ("$channels", |args, context| construct::channels(args, context, "hwb", Space::Hwb)),
];

const IE_HEX_STR: &[(&str, BuiltinFn)] = &[("$color", channels::ie_hex_str)];

const RGB: &[(&str, BuiltinFn)] = &[
    ("$red, $green, $blue, $alpha", |args, _| construct::rgb(args, "rgb")),
    ("$red, $green, $blue", |args, _| construct::rgb(args, "rgb")),
    ("$color, $alpha", |args, _| construct::rgb_of_color(args, "rgb")),
    ("$channels", |args, context| construct::channels(args, context, "rgb", Space::Rgb)),
];

const RGBA: &[(&str, BuiltinFn)] = &[
    ("$red, $green, $blue, $alpha", |args, _| construct::rgb(args, "rgba")),
    ("$red, $green, $blue", |args, _| construct::rgb(args, "rgba")),
    ("$color, $alpha", |args, _| construct::rgb_of_color(args, "rgba")),
    ("$channels", |args, context| construct::channels(args, context, "rgba", Space::Rgb)),
];

const HSL: &[(&str, BuiltinFn)] = &[
    ("$hue, $saturation, $lightness, $alpha", |args, context| construct::hsl(args, context, "hsl")),
    ("$hue, $saturation, $lightness", |args, context| construct::hsl(args, context, "hsl")),
    ("$hue, $saturation", |args, _| construct::hsl_of_two(args, "hsl")),
    ("$channels", |args, context| construct::channels(args, context, "hsl", Space::Hsl)),
];

const HSLA: &[(&str, BuiltinFn)] = &[
    ("$hue, $saturation, $lightness, $alpha", |args, context| construct::hsl(args, context, "hsla")),
    ("$hue, $saturation, $lightness", |args, context| construct::hsl(args, context, "hsla")),
    ("$hue, $saturation", |args, _| construct::hsl_of_two(args, "hsla")),
    ("$channels", |args, context| construct::channels(args, context, "hsla", Space::Hsl)),
];

const GLOBALS: &[GlobalDefinition] = &[
    define_global("red", &[("$color", |args, context| channels::red(args, context, true))], "red"),
    define_global("green", &[("$color", |args, context| channels::green(args, context, true))], "green"),
    define_global("blue", &[("$color", |args, context| channels::blue(args, context, true))], "blue"),
    define_global("rgb", RGB, ""),
    define_global("rgba", RGBA, ""),
    define_global("invert", &[("$color, $weight: 100%, $space: null", mix::global_invert)], ""),
    define_global("hue", &[("$color", |args, context| channels::hue(args, context, true))], "hue"),
    define_global("saturation", &[("$color", |args, context| channels::saturation(args, context, true))], "saturation"),
    define_global("lightness", &[("$color", |args, context| channels::lightness(args, context, true))], "lightness"),
    define_global("hsl", HSL, ""),
    define_global("hsla", HSLA, ""),
    define_global("grayscale", &[("$color", mix::global_grayscale)], ""),
    define_global("adjust-hue", &[("$color, $degrees", legacy::adjust_hue)], "adjust"),
    define_global("lighten", &[("$color, $amount", legacy::lighten)], "adjust"),
    define_global("darken", &[("$color, $amount", legacy::darken)], "adjust"),
    define_global("saturate", &[("$amount", legacy::saturate_filter), ("$color, $amount", legacy::saturate)], ""),
    define_global("desaturate", &[("$color, $amount", legacy::desaturate)], "adjust"),
    define_global(
        "opacify",
        &[("$color, $amount", |args, context| legacy::opacify(args, context, "opacify"))],
        "adjust",
    ),
    define_global(
        "fade-in",
        &[("$color, $amount", |args, context| legacy::opacify(args, context, "fade-in"))],
        "adjust",
    ),
    define_global(
        "transparentize",
        &[("$color, $amount", |args, context| legacy::transparentize(args, context, "transparentize"))],
        "adjust",
    ),
    define_global(
        "fade-out",
        &[("$color, $amount", |args, context| legacy::transparentize(args, context, "fade-out"))],
        "adjust",
    ),
    define_global("alpha", &[("$color", channels::global_alpha), ("$args...", channels::global_alpha_filters)], ""),
    define_global("opacity", &[("$color", channels::global_opacity)], ""),
    define_global("color", &[("$description", construct::color)], ""),
    define_global("hwb", &[("$channels", |args, context| construct::channels(args, context, "hwb", Space::Hwb))], ""),
    define_global("lab", &[("$channels", |args, context| construct::channels(args, context, "lab", Space::Lab))], ""),
    define_global("lch", &[("$channels", |args, context| construct::channels(args, context, "lch", Space::Lch))], ""),
    define_global(
        "oklab",
        &[("$channels", |args, context| construct::channels(args, context, "oklab", Space::Oklab))],
        "",
    ),
    define_global(
        "oklch",
        &[("$channels", |args, context| construct::channels(args, context, "oklch", Space::Oklch))],
        "",
    ),
    define_global("ie-hex-str", IE_HEX_STR, ""),
];

/// A plain CSS function call as text.
fn css_call(name: &str, args: &[Value]) -> Result<Value> {
    let args = args.iter().map(Value::to_css).collect::<Result<Vec<_>>>()?;
    Ok(Value::unquoted(format!("{name}({})", args.join(", "))))
}

/// Parses the name of a color space.
fn space_argument(value: &Value) -> Result<Space> {
    Space::from_name(value.assert_unquoted(Some("space"))?, Some("space"))
}

/// The color, converted to the space given by `space` unless that is `null`.
fn color_in_space(color: &Value, space: &Value) -> Result<Rc<Color>> {
    let color = color.assert_color(Some("color"))?;
    if space.is_null() { Ok(Rc::clone(color)) } else { Ok(Rc::new(color.to_space(space_argument(space)?))) }
}

/// The value of an angle, converted to degrees. A number without units counts as degrees. A number with another kind of
/// unit, such as `px`, also does, but with a warning.
fn angle_value(value: &Value, name: &str, context: &mut dyn FunctionContext) -> Result<f64> {
    let angle = value.assert_number(Some(name))?;
    angle_of(angle, name, context)
}

fn angle_of(angle: &Number, name: &str, context: &mut dyn FunctionContext) -> Result<f64> {
    if angle.compatible_with_unit(Unit::DEG) {
        return angle.coerce_value_to_unit(Unit::DEG, None);
    }
    let text = format!(
        "${name}: Passing a unit other than deg ({}) is deprecated.\n\nTo preserve current behavior: {}\n\nSee \
         https://sass-lang.com/d/function-units",
        angle.inspect(),
        angle.unit_suggestion(name, None)
    );
    context.deprecate(Deprecation::FunctionUnits, text);
    Ok(angle.value)
}

/// Warns about a number that is not a percentage.
fn check_percent(number: &Number, name: &str, context: &mut dyn FunctionContext) {
    if number.is_percent() {
        return;
    }
    let text = format!(
        "${name}: Passing a number without unit % ({}) is deprecated.\n\nTo preserve current behavior: {}\n\nMore info: \
         https://sass-lang.com/d/function-units",
        number.inspect(),
        number.unit_suggestion(name, Some("%"))
    );
    context.deprecate(Deprecation::FunctionUnits, text);
}

/// The value of a unitless number, or of a percentage relative to `max`. Fails for other units.
fn percentage_or_unitless(number: &Number, max: f64, name: &str) -> Result<f64> {
    if !number.has_units() {
        Ok(number.value)
    } else if number.is_percent() {
        Ok(max * number.value / 100.0)
    } else {
        let text = format!("Expected {} to have unit \"%\" or no units.", number.inspect());
        Err(argument_error(text, Some(name)))
    }
}

/// Whether a value is the unquoted string `none`.
fn is_none(value: &Value) -> bool {
    matches!(value, Value::String(text) if !text.quoted && text.text.eq_ignore_ascii_case("none"))
}

/// The error for functions that do not support missing channels.
fn missing_channel_error(color: &Color, channel: &str) -> Box<Error> {
    let color = Value::from(color.clone()).to_css().unwrap_or_default();
    let text = format!(
        "Because the CSS working group is still deciding on the best behavior, Sass doesn't currently support modifying \
         missing channels (color: {color})."
    );
    argument_error(text, Some(channel))
}

/// The color as shown in messages.
fn shown(color: &Color) -> String {
    Value::from(color.clone()).inspect()
}
