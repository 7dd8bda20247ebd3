//! `break` and `continue`, which leave a loop or go to its next item.

use super::{Tag, TagParse};
use crate::context::{Context, Interrupt};
use crate::value::{Abort, Error};

impl Tag for Interrupt {
    fn render(&self, cx: &mut Context<'_>, _out: &mut String) -> Result<(), Abort> {
        cx.push_interrupt(*self);
        Ok(())
    }

    fn interrupt(&self) -> Option<Interrupt> {
        Some(*self)
    }
}

pub(super) fn parse_break(_tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(Interrupt::Break))
}

pub(super) fn parse_continue(_tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(Interrupt::Continue))
}
