//! Jekyll's message about a gem that is not installed. Mirrors `Jekyll::External`.

use super::{Diagnostic, Level, Message};

/// The message about a missing gem, with the reason. The advice in Jekyll's text only applies to Ruby, so `hint` gives
/// the advice for Hastie.
pub fn missing_gem(name: &str, reason: &str, hint: impl Into<String>) -> Message {
    Message::new(
        Level::Error,
        "Dependency Error:",
        format!(
            "Yikes! It looks like you don't have {name} or one of its dependencies installed. In order to use Jekyll \
             as currently configured, you'll need to install this gem. If you've run Jekyll with `bundle exec`, ensure \
             that you have included the {name} gem in your Gemfile as well. The full error message from Ruby is: \
             '{reason}' If you run into trouble, you can find helpful resources at https://jekyllrb.com/help/! "
        ),
    )
    .at(Diagnostic::default().with_hint(hint))
}
