//! A conversation with a guest: calls into it, and its questions while it works on them, to any depth.
//!
//! A message is an array. To the guest: `[0, operation, arguments...]` asks for something, `[1, value]` and
//! `[2, class, message, number]` answer its question, `[3]` asks for the last message again in plainer words. From it: `[0, value]` and `[2, class, message, backtrace, number]`
//! are results, `[1, operation, arguments...]` is a question, which may lead to further calls before it is answered.

use crate::guest::{Guest, GuestFailure};
use crate::marshal::{self, Malformed, Objects};
use hastie_value::{Abort, Error, Value};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

/// The program's side of a call: its objects, and the answers to the guest's questions.
pub trait Answers: Objects {
    /// Answers a question.
    ///
    /// # Errors
    /// What is raised in Ruby, at the place that asked.
    fn answer(&mut self, operation: &str, arguments: &[Value]) -> Result<Value, Abort>;
}

/// `[3]`: asks for the last message again, with a name for each object that only Ruby has.
const PLAINLY: &[u8] = b"\x04\x08[\x06i\x08";

/// The deepest nesting of calls and questions: a plugin whose tag renders itself would go on until the stack ends.
const MOST_NESTED: usize = 64;

/// A guest that several threads may call, one at a time.
pub struct Session {
    guest: Mutex<Box<dyn Guest>>,
    turns: Turns,
    /// The reason why the host's part of a call ended, until it has passed through the guest.
    pending: Mutex<Pending>,
    traffic: Mutex<BTreeMap<String, Traffic>>,
}

/// The messages of one operation: a call into the guest, or a question of its.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traffic {
    /// The number of times it was asked for.
    pub count: u64,
    /// Bytes that went into the guest.
    pub to_guest: u64,
    /// Bytes that came out of it.
    pub from_guest: u64,
}

#[derive(Default)]
struct Pending {
    next: i64,
    aborts: HashMap<i64, Abort>,
}

/// An exception that Ruby raised.
#[derive(Debug, Clone)]
pub struct Raised {
    /// The class.
    pub class: String,
    /// The message.
    pub message: String,
    /// The lines of the backtrace, innermost first, as Ruby formats them.
    pub backtrace: Vec<String>,
}

/// The reason why a call gave no value.
#[derive(Debug, Clone)]
pub enum CallError {
    /// Ruby raised something.
    Raised(Raised),
    /// The program's own error came back through Ruby.
    Abort(Abort),
    /// The guest is gone.
    Guest(GuestFailure),
}

impl CallError {
    /// The error as one of Liquid's.
    pub fn into_abort(self) -> Abort {
        match self {
            CallError::Abort(abort) => abort,
            CallError::Raised(raised) => {
                let mut error = Error::new(raised.class.clone(), raised.message);
                if raised.class == "Liquid::SyntaxError" {
                    error.trail.clear();
                }
                Abort::from(error)
            }
            CallError::Guest(gone) => Abort::error("NoMemoryError", gone.to_string()),
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
    /// A conversation with this guest.
    pub fn new(guest: Box<dyn Guest>) -> Self {
        Session {
            guest: Mutex::new(guest),
            turns: Turns::default(),
            pending: Mutex::default(),
            traffic: Mutex::default(),
        }
    }

    /// The messages so far, by operation.
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

    /// Asks the guest for something. A thread waits while another one's call lasts; within its own call, while the
    /// guest waits for an answer, it may call again.
    ///
    /// # Errors
    /// What Ruby raises, what the program raised on the way, and a guest that is gone.
    pub fn call(&self, operation: &str, arguments: Vec<Value>, program: &mut dyn Answers) -> Result<Value, CallError> {
        let turn = self.turns.begin();
        if turn.depth > MOST_NESTED {
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
                [Value::Int(1), Value::Str(asked), arguments @ ..] => {
                    let answered = program.answer(asked, arguments);
                    bytes = self.answer(answered, program);
                    self.count(asked, bytes.len(), length);
                }
                [Value::Int(2), class, text, backtrace, number] => {
                    self.count(operation, sent, length);
                    return Err(self.error(class, text, backtrace, number));
                }
                _ => return Err(CallError::Guest(GuestFailure::Ended("it sent something that is no message".into()))),
            }
        }
    }

    /// Hands a message over and reads the next one, with its length. One with objects that only Ruby has is asked for again, with names in
    /// their place.
    fn exchange(&self, bytes: &[u8], program: &mut dyn Answers) -> Result<(Value, usize), GuestFailure> {
        let broken = |error: Malformed| GuestFailure::Ended(error.to_string());
        let mut reply = lock(&self.guest).exchange(bytes)?;
        let mut read = marshal::read(&reply, program);
        if let Err(Malformed::Foreign(_)) = read {
            reply = lock(&self.guest).exchange(PLAINLY)?;
            read = marshal::read(&reply, program);
        }
        Ok((read.map_err(broken)?, reply.len()))
    }

    /// The message with an answer. What cannot be sent is an error there.
    fn answer(&self, answered: Result<Value, Abort>, program: &mut dyn Answers) -> Vec<u8> {
        let sent = answered.and_then(|value| marshal::write(&Value::array(vec![Value::Int(1), value]), program));
        sent.unwrap_or_else(|abort| {
            let (class, text) = match &abort {
                Abort::Error(error) => (Value::from(error.kind.class()), Value::from(error.message.as_str())),
                _ => (Value::from("Hastie::Unwind"), Value::from("")),
            };
            let number = {
                let mut pending = lock(&self.pending);
                pending.next += 1;
                let number = pending.next;
                pending.aborts.insert(number, abort);
                number
            };
            let message = Value::array(vec![Value::Int(2), class, text, Value::Int(number)]);
            marshal::write(&message, program).unwrap_or_default()
        })
    }

    fn error(&self, class: &Value, text: &Value, backtrace: &Value, number: &Value) -> CallError {
        if let Value::Int(number) = number
            && let Some(abort) = lock(&self.pending).aborts.remove(number)
        {
            return CallError::Abort(abort);
        }
        let text_of = |value: &Value| value.as_str().unwrap_or_default().to_string();
        CallError::Raised(Raised {
            class: text_of(class),
            message: text_of(text),
            backtrace: backtrace.as_array().unwrap_or_default().iter().map(text_of).collect(),
        })
    }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whose call it is. A thread may begin again within its own.
#[derive(Default)]
struct Turns {
    owner: Mutex<Option<(ThreadId, usize)>>,
    free: Condvar,
}

/// One call that lasts.
struct Turn<'t> {
    turns: &'t Turns,
    /// The number of unfinished calls of its thread, including this one.
    depth: usize,
}

impl Turns {
    fn begin(&self) -> Turn<'_> {
        let me = std::thread::current().id();
        let mut owner = lock(&self.owner);
        loop {
            match &mut *owner {
                None => {
                    *owner = Some((me, 1));
                    return Turn { turns: self, depth: 1 };
                }
                Some((thread, depth)) if *thread == me => {
                    *depth += 1;
                    return Turn { turns: self, depth: *depth };
                }
                Some(_) => owner = self.free.wait(owner).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut owner = lock(&self.turns.owner);
        match &mut *owner {
            Some((_, depth)) if *depth > 1 => *depth -= 1,
            _ => {
                *owner = None;
                self.turns.free.notify_one();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Answers, CallError, Session};
    use crate::guest::{Guest, GuestFailure};
    use crate::marshal::{Objects, Representation};
    use hastie_value::{Abort, Drop, Value};
    use std::sync::Arc;

    /// A guest that answers everything with the same message.
    struct Parrot(Vec<u8>);

    impl Guest for Parrot {
        fn exchange(&mut self, _message: &[u8]) -> Result<Vec<u8>, GuestFailure> {
            Ok(self.0.clone())
        }
    }

    /// A program that calls again for every question.
    struct Program(Arc<Session>);

    impl Objects for Program {
        fn represent(&mut self, _object: &Arc<dyn Drop>, _inside: bool) -> Result<Representation, Abort> {
            Ok(Representation::Value(Value::Nil))
        }

        fn resolve(&mut self, _name: &str) -> Option<Value> {
            None
        }
    }

    impl Answers for Program {
        fn answer(&mut self, _operation: &str, _arguments: &[Value]) -> Result<Value, Abort> {
            let session = Arc::clone(&self.0);
            match session.call("again", Vec::new(), self) {
                // The first error is enough: the parrot would ask for ever.
                Err(error) => panic!("{:?}", error),
                Ok(value) => Ok(value),
            }
        }
    }

    fn said(message: &[u8]) -> Result<Value, CallError> {
        let session = Arc::new(Session::new(Box::new(Parrot(message.to_vec()))));
        session.call("say", Vec::new(), &mut Program(Arc::clone(&session)))
    }

    #[test]
    #[should_panic(expected = "SystemStackError")]
    fn calls_that_nest_for_ever_end() {
        // [1, "x"]
        let _ = said(b"\x04\x08[\x07i\x06I\"\x06x\x06:\x06ET");
    }

    #[test]
    fn what_is_no_message_ends_the_conversation() {
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
            assert!(matches!(said(message), Err(CallError::Guest(GuestFailure::Ended(_)))), "{message:?}");
        }
        // Arrays in arrays, deeper than any stack.
        let deep = [b"\x04\x08".to_vec(), b"[\x06".repeat(1_000_000)].concat();
        assert!(matches!(said(&deep), Err(CallError::Guest(GuestFailure::Ended(_)))));
        // A text of more bytes than there are.
        assert!(matches!(said(b"\x04\x08\"\x04\xff\xff\xff\x7f"), Err(CallError::Guest(GuestFailure::Ended(_)))));
    }
}
