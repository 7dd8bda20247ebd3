raise "never run"
