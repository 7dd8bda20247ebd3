loop do
  file = Hastie::Pipe.receive
  break if file.empty?
  name, text = file.force_encoding("UTF-8").split("\n", 2)
  eval(text, TOPLEVEL_BINDING, name, 1)
end
