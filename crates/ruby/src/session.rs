//! Calls into a guest, and the requests that the guest makes during a call. Calls and requests can be nested.
//!
//! A message is an array. The host sends `[0, operation, arguments...]` for a call, and `[1, value]` or
//! `[2, class, message, number]` for the response to a request. With `[3]`, it requests the last message again, with
//! names for objects that it cannot read. The guest sends `[0, value]` or `[2, class, message, backtrace, number]` for
//! the result of a call, and `[1, operation, arguments...]` for a request. During a request, the host may make further
//! calls.

use crate::guest::{Guest, GuestFailure};
use crate::marshal::{self, Malformed, Objects};
use hastie_value::{Abort, Error, Value};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::Duration;

/// The program's side of a call: its objects, and the responses to the guest's requests.
pub trait RequestHandler: Objects {
    /// Handles a request.
    ///
    /// # Errors
    /// An error is raised in Ruby, at the place of the request.
    fn handle(&mut self, operation: &str, arguments: &[Value]) -> Result<Value, Abort>;
}

/// `[3]`: requests the last message again, with names for objects that exist only in Ruby.
const REPEAT_WITH_NAMES: &[u8] = b"\x04\x08[\x06i\x08";

/// The maximum nesting of calls and requests, which limits the stack. For example, they nest if a tag renders a
/// template with the same tag.
const MAX_DEPTH: usize = 64;

/// A running Ruby that several threads may call, one at a time.
pub struct Session {
    guest: Mutex<Box<dyn Guest>>,
    call_lock: CallLock,
    /// The program's errors that Ruby has raised as exceptions, by number. An error is removed when its exception ends
    /// a call.
    pending: Mutex<Pending>,
    traffic: Mutex<BTreeMap<String, Traffic>>,
}

/// The number and size of the messages of one operation: a call into the guest, or a request of the guest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traffic {
    /// The number of calls or requests.
    pub count: u64,
    /// The total size of the messages to the guest, in bytes.
    pub to_guest: u64,
    /// The total size of the messages from the guest, in bytes.
    pub from_guest: u64,
}

#[derive(Default)]
struct Pending {
    next: i64,
    aborts: HashMap<i64, Abort>,
}

/// An exception that Ruby code raised and did not rescue.
#[derive(Debug, Clone)]
pub struct Raised {
    /// The name of the exception's class with its modules, such as `Liquid::SyntaxError`.
    pub class: String,
    /// The exception's message. For a `SystemExit` or `LoadError`, it begins with hidden data and a NUL (see
    /// `Raised::hidden`).
    pub message: String,
    /// The exception's backtrace, innermost line first, as Ruby formats it.
    pub backtrace: Vec<String>,
}

/// Why a call returned no value: Ruby or the program raised an error, or the guest failed.
#[derive(Debug, Clone)]
pub enum CallError {
    /// Ruby code raised an exception and did not rescue it.
    Raised(Raised),
    /// The program raised an error while it handled a request, and Ruby did not rescue the error.
    Abort(Abort),
    /// The guest failed, and cannot be used any longer.
    Guest(GuestFailure),
}

impl Raised {
    /// The message as Ruby prints it. In [`Raised::message`], the status of a `SystemExit` or the path of a `LoadError`
    /// precedes this text, followed by NUL.
    pub fn text(&self) -> &str {
        self.hidden().1
    }

    /// Splits `Raised::message` at its NUL. Returns the hidden part before the NUL, and the part that Ruby prints.
    /// Without a NUL, the hidden part is empty.
    pub fn hidden(&self) -> (&str, &str) {
        self.message.split_once('\0').unwrap_or(("", &self.message))
    }
}

impl CallError {
    /// Converts the error for the engine of Liquid. If the guest has failed, the error is a `NoMemoryError`.
    pub fn into_abort(self) -> Abort {
        match self {
            CallError::Abort(abort) => abort,
            CallError::Raised(raised) => {
                let mut error = Error::new(raised.class.clone(), raised.text());
                if raised.class == "Liquid::SyntaxError" {
                    error.trail.clear();
                }
                Abort::from(error)
            }
            CallError::Guest(failure) => Abort::error("NoMemoryError", failure.to_string()),
        }
    }
}

impl From<CallError> for Abort {
    fn from(error: CallError) -> Self {
        error.into_abort()
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Session")
    }
}

impl Session {
    /// Creates a session for a guest that has started. No call is running yet.
    pub fn new(guest: Box<dyn Guest>) -> Self {
        Session {
            guest: Mutex::new(guest),
            call_lock: CallLock::default(),
            pending: Mutex::default(),
            traffic: Mutex::default(),
        }
    }

    /// The traffic since the session began, by the name of the operation.
    pub fn traffic(&self) -> BTreeMap<String, Traffic> {
        lock(&self.traffic).clone()
    }

    fn count(&self, operation: &str, to_guest: usize, from_guest: usize) {
        let mut traffic = lock(&self.traffic);
        if !traffic.contains_key(operation) {
            traffic.insert(operation.to_string(), Traffic::default());
        }
        if let Some(of) = traffic.get_mut(operation) {
            of.count += 1;
            of.to_guest += to_guest as u64;
            of.from_guest += from_guest as u64;
        }
    }

    /// Allows more time for all calls together, if their time is limited.
    pub fn allow_time(&self, more: Duration) {
        lock(&self.guest).allow_time(more);
    }

    /// Calls an operation of the guest. A thread waits until the calls of other threads have ended. While a thread
    /// handles a request of the guest, it can make further calls.
    ///
    /// # Errors
    /// Fails with exceptions of Ruby, with errors of the program that were passed through Ruby, and if the guest has
    /// failed. Also fails if calls are nested too deeply, or if an argument cannot be written for Ruby.
    pub fn call(
        &self,
        operation: &str,
        arguments: Vec<Value>,
        program: &mut dyn RequestHandler,
    ) -> Result<Value, CallError> {
        let guard = self.call_lock.acquire();
        if guard.depth == 1 {
            lock(&self.guest).start_call();
        }
        if guard.depth > MAX_DEPTH {
            return Err(CallError::Raised(Raised {
                class: "SystemStackError".to_string(),
                message: "stack level too deep".to_string(),
                backtrace: Vec::new(),
            }));
        }
        let mut message = vec![Value::Int(0), Value::from(operation)];
        message.extend(arguments);
        let mut bytes = marshal::write(&Value::array(message), program).map_err(CallError::Abort)?;
        let sent = bytes.len();
        loop {
            let (reply, length) = self.exchange(&bytes, program).map_err(CallError::Guest)?;
            let parts = reply.as_array().unwrap_or_default();
            match parts {
                [Value::Int(0), value] => {
                    self.count(operation, sent, length);
                    return Ok(value.clone());
                }
                [Value::Int(1), Value::Str(requested), arguments @ ..] => {
                    let response = program.handle(requested, arguments);
                    bytes = self.response(response, program);
                    self.count(requested, bytes.len(), length);
                }
                [Value::Int(2), class, text, backtrace, number] => {
                    self.count(operation, sent, length);
                    return Err(self.error(class, text, backtrace, number));
                }
                _ => return Err(CallError::Guest(GuestFailure::Ended("it sent an invalid message".into()))),
            }
        }
    }

    /// Sends a message and receives the next one, with its length. If the message contains objects that exist only in
    /// Ruby, it is requested again with their names.
    fn exchange(&self, bytes: &[u8], program: &mut dyn RequestHandler) -> Result<(Value, usize), GuestFailure> {
        let malformed = |error: Malformed| GuestFailure::Ended(error.to_string());
        let mut reply = lock(&self.guest).exchange(bytes)?;
        let mut read = marshal::read(&reply, program);
        if let Err(Malformed::Foreign(_)) = read {
            reply = lock(&self.guest).exchange(REPEAT_WITH_NAMES)?;
            read = marshal::read(&reply, program);
        }
        Ok((read.map_err(malformed)?, reply.len()))
    }

    /// Creates the message for a response. A value that cannot be written becomes an error in Ruby.
    fn response(&self, response: Result<Value, Abort>, program: &mut dyn RequestHandler) -> Vec<u8> {
        let written = response.and_then(|value| marshal::write(&Value::array(vec![Value::Int(1), value]), program));
        written.unwrap_or_else(|abort| {
            let [class, text, line, template, context] = match &abort {
                Abort::Error(error) => exception(error),
                _ => ["Hastie::Unwind".into(), "".into(), Value::Nil, Value::Nil, Value::Nil],
            };
            let number = {
                let mut pending = lock(&self.pending);
                pending.next += 1;
                let number = pending.next;
                pending.aborts.insert(number, abort);
                number
            };
            let message = Value::array(vec![Value::Int(2), class, text, Value::Int(number), line, template, context]);
            marshal::write(&message, program).unwrap_or_default()
        })
    }

    fn error(&self, class: &Value, text: &Value, backtrace: &Value, number: &Value) -> CallError {
        if let Value::Int(number) = number
            && let Some(abort) = lock(&self.pending).aborts.remove(number)
        {
            // If a plugin requested something that is forbidden, Ruby knows the line.
            let is_refusal = matches!(&abort, Abort::Error(error) if error.kind.class() == "SecurityError");
            if !is_refusal {
                return CallError::Abort(abort);
            }
        }
        let text_of = |value: &Value| value.as_str().unwrap_or_default().to_string();
        CallError::Raised(Raised {
            class: text_of(class),
            message: text_of(text),
            backtrace: backtrace.as_array().unwrap_or_default().iter().map(text_of).collect(),
        })
    }
}

/// An exception for Ruby: its class and message, and a Liquid error's `line_number`, `template_name` and
/// `markup_context`.
fn exception(error: &Error) -> [Value; 5] {
    let text = |text: Option<&str>| text.map_or(Value::Nil, Value::from);
    [
        error.kind.class().into(),
        error.message.as_str().into(),
        error.line.map_or(Value::Nil, |line| Value::Int(line.into())),
        text(error.template_name.as_deref()),
        text(error.markup_context.as_deref()),
    ]
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A reentrant lock. Only one thread at a time calls the guest, and it may call again while its call is open.
#[derive(Default)]
struct CallLock {
    owner: Mutex<Option<(ThreadId, usize)>>,
    released: Condvar,
}

/// A call that has not ended yet. Dropping the guard ends the call.
struct CallGuard<'l> {
    lock: &'l CallLock,
    /// The number of open calls of the thread, including this one.
    depth: usize,
}

impl CallLock {
    fn acquire(&self) -> CallGuard<'_> {
        let current = std::thread::current().id();
        let mut owner = lock(&self.owner);
        loop {
            match &mut *owner {
                None => {
                    *owner = Some((current, 1));
                    return CallGuard { lock: self, depth: 1 };
                }
                Some((thread, depth)) if *thread == current => {
                    *depth += 1;
                    return CallGuard { lock: self, depth: *depth };
                }
                Some(_) => owner = self.released.wait(owner).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

impl Drop for CallGuard<'_> {
    fn drop(&mut self) {
        let mut owner = lock(&self.lock.owner);
        match &mut *owner {
            Some((_, depth)) if *depth > 1 => *depth -= 1,
            _ => {
                *owner = None;
                self.lock.released.notify_one();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CallError, RequestHandler, Session};
    use crate::guest::{Guest, GuestFailure};
    use crate::marshal::{Objects, Representation};
    use hastie_value::{Abort, Drop, Value};
    use std::sync::Arc;

    /// A guest that always sends the same message.
    struct Repeater(Vec<u8>);

    impl Guest for Repeater {
        fn exchange(&mut self, _message: &[u8]) -> Result<Vec<u8>, GuestFailure> {
            Ok(self.0.clone())
        }
    }

    /// A program that makes another call for every request.
    struct Program(Arc<Session>);

    impl Objects for Program {
        fn represent(&mut self, _object: &Arc<dyn Drop>, _inside: bool) -> Result<Representation, Abort> {
            Ok(Representation::Value(Value::Nil))
        }

        fn resolve(&mut self, _name: &str) -> Option<Value> {
            None
        }
    }

    impl RequestHandler for Program {
        fn handle(&mut self, _operation: &str, _arguments: &[Value]) -> Result<Value, Abort> {
            let session = Arc::clone(&self.0);
            match session.call("again", Vec::new(), self) {
                // Stops at the first error, because the requests never end.
                Err(error) => panic!("{:?}", error),
                Ok(value) => Ok(value),
            }
        }
    }

    fn reply_to(message: &[u8]) -> Result<Value, CallError> {
        let session = Arc::new(Session::new(Box::new(Repeater(message.to_vec()))));
        session.call("say", Vec::new(), &mut Program(Arc::clone(&session)))
    }

    #[test]
    #[should_panic(expected = "SystemStackError")]
    fn calls_that_nest_for_ever_end() {
        // [1, "x"]
        let _ = reply_to(b"\x04\x08[\x07i\x06I\"\x06x\x06:\x06ET");
    }

    #[test]
    fn an_invalid_message_ends_the_session() {
        let array = |items: &[u8]| [b"\x04\x08", items].concat();
        let messages: [&[u8]; 6] = [
            b"",
            b"nonsense",
            b"\x04\x08[",
            // A number, an empty array, and a message of no kind.
            &array(b"i\x06"),
            &array(b"[\x00"),
            &array(b"[\x06i\x0a"),
        ];
        for message in messages {
            assert!(matches!(reply_to(message), Err(CallError::Guest(GuestFailure::Ended(_)))), "{message:?}");
        }
        // Arrays in arrays, deeper than any stack.
        let deep = [b"\x04\x08".to_vec(), b"[\x06".repeat(1_000_000)].concat();
        assert!(matches!(reply_to(&deep), Err(CallError::Guest(GuestFailure::Ended(_)))));
        // A text that claims to be longer than the message.
        assert!(matches!(reply_to(b"\x04\x08\"\x04\xff\xff\xff\x7f"), Err(CallError::Guest(GuestFailure::Ended(_)))));
    }
}
