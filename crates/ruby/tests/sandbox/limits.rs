//! Limits of time, fuel, memory and recursion.

use crate::program::{printed, run, told};
use hastie_ruby::wasm::{Limits, TimeLimit};
use hastie_ruby::{CallError, GuestFailure};
use std::time::Duration;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn time_and_memory_end() {
    let mut limits = Limits::default();
    limits.fuel = 300_000_000;
    if let Some(done) = run("loop {}", limits.clone()) {
        assert!(matches!(done, Err(CallError::Guest(GuestFailure::FuelLimit(_)))), "{done:?}");
    }
    let mut limits = Limits::default();
    limits.memory = 256 << 20;
    for code in ["a = 'x' * (1 << 30)", "a = []; loop { a << 'x' * (10 << 20) }", "a = 'x' * 10_000_000_000"] {
        if let Some(done) = run(code, limits.clone()) {
            assert!(done.is_err(), "{code}: {done:?}");
        }
    }
    if let Some(done) = run("def again = [1].each { again }; again", limits.clone()) {
        assert!(done.is_err(), "{done:?}");
    }
    expect!("t = 1000.times.map { |i| Thread.new { i } }; puts t.sum(&:value)", "499500\n");
}

/// The time limit of these tests.
#[expect(clippy::disallowed_methods, reason = "the program passes its clock to the sandbox")]
fn a_second() -> Limits {
    let mut limits = Limits::default();
    let call = Duration::from_secs(1);
    limits.time = Some(TimeLimit { clock: std::time::Instant::now, call, calls: Duration::MAX, end: None });
    limits
}

/// Many short calls reach the limit of all calls, and so does the program's work for them.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn all_calls_together_have_a_limit() {
    for code in ["loop {}", "100.times { Hastie.ask('work', 1) }"] {
        let mut limits = a_second();
        limits.time = limits.time.map(|time| TimeLimit { call: Duration::MAX, calls: Duration::from_secs(1), ..time });
        match run(code, limits) {
            Some(Err(CallError::Guest(GuestFailure::TotalTimeLimit(most)))) => assert_eq!(most, Duration::from_secs(1)),
            Some(other) => panic!("{code}: {other:?}"),
            None => return,
        }
    }
}

/// Fuel does not measure time: a backtracking pattern uses little of it. Requests do not restart the time.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_call_ends_when_its_time_is_over() {
    for code in
        ["loop {}", "('a' * 40) =~ /(b?)(a|a|a?)*\\1[^a]/", "loop { Hastie.ask('echo', 1) }", "sleep", "Queue.new.pop"]
    {
        match run(code, a_second()) {
            Some(Err(CallError::Guest(GuestFailure::TimeLimit(most)))) => assert_eq!(most, Duration::from_secs(1)),
            // Waiting for a thread that nothing can wake is an error at once.
            Some(Err(CallError::Raised(raised))) => assert_eq!(raised.class, "fatal", "{code}"),
            Some(other) => panic!("{code}: {other:?}"),
            None => return,
        }
    }
}

/// A sleeping guest continues at once, and its clock has advanced.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn sleeping_takes_no_time() {
    let code = "before = Time.now; puts sleep(100_000); sleep 0.5; puts((Time.now - before).floor)";
    if let Some(printed) = told(run(code, a_second())) {
        assert_eq!(printed, "100000\n100000\n");
    }
}

/// In Ruby's own methods, in recursive C code, and in code that a template or a pattern runs.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn recursion_ends_as_an_error() {
    let rescued = |code: &str| format!("begin; {code}; rescue SystemStackError, ArgumentError => e; puts e.class; end");
    for code in [
        "def again(n); again(n + 1); end; again(0)",
        "def again; [1].each { again }; end; again",
        "def again; [1].map { [2].each_with_index { again } }; end; again",
        "h = Hash.new { |all, key| all[key + 1] }; h[0]",
        "again = proc { again.call }; again.call",
        "class Deep; def to_s; \"#{self.class.new}\"; end; end; Deep.new.to_s",
        "class Same; def ==(other); self == other; end; end; Same.new == 1",
        "a = []; 200_000.times { a = [a] }; a.flatten.size; a.hash; a.inspect.size; Marshal.dump(a); raise ArgumentError",
    ] {
        // A stack overflow is an error in Ruby, or ends the guest. The program continues in both cases.
        match run(&rescued(code), Limits::default()) {
            Some(Ok(said)) => assert!(said == "SystemStackError\n" || said == "ArgumentError\n", "{code}: {said}"),
            Some(Err(ended)) => {
                assert!(matches!(ended, CallError::Guest(GuestFailure::StackOverflow)), "{code}: {ended:?}")
            }
            None => return,
        }
    }
}
