//! Handles the requests that Ruby sends during a call.

mod conversion;
mod fields;
mod http;
mod liquid;
mod render_detached;
mod scopes;
mod site;
mod templates;

pub(crate) use liquid::{page_key, template_name};
pub(crate) use site::git_output;
pub(crate) use templates::keep_bodies;

use crate::bridge::Bridge;
use crate::protocol::Request;
use hastie_liquid::{Abort, Value};
use hastie_ruby::RequestHandler;

impl RequestHandler for Bridge<'_, '_> {
    fn handle(&mut self, name: &str, arguments: &[Value]) -> Result<Value, Abort> {
        // The code that sends the request may have changed any object.
        self.ruby.conversions.forget();
        match Request::decode(name, arguments) {
            Some(Request::Site(request)) => site::handle(self, &request),
            Some(Request::Conversion(request)) => conversion::handle(self, &request),
            Some(Request::Liquid(request)) => liquid::handle(self, &request),
            Some(Request::Scope(request)) => scopes::handle(self, &request),
            None => Err(Abort::error("NotImplementedError", format!("{name} is not known"))),
        }
    }
}
