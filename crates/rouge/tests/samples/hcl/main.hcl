# A job
job "web" {
  datacenters = ["dc1", 'two', local.x]
  count = 3
  memory = 10kb * 1.5e3
  /* several
     lines */
  group "a" { // inner
    env { PORT = "80\"80" KEY = true other-key = null }
    rule = a > 1 ? "x" : b || !c
    list = [1, { a = 2 }, (3)]
    text = <<EOF
  a line
EOF
  }
}
broken = "x\y
