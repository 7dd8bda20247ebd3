terraform { required_version = ">= 1.0" }
variable "name" { type = string, default = "a$${b}%%{c}" }
resource "aws_instance" "web" {
  ami   = "${var.ami != "" ? lookup(local.amis, "x-${data.region.id}", 1.5) : "/re\\.g/"}"
  count = length(var.list) # how many
  tags  = { Name = "n-${count.index + 1}", on = true }
  provisioner "local-exec" { command = 'echo ${self.id}\n' }
  user_data = <<-EOT
    #!/bin/sh
  EOT
}
output "x" { value = [for s in var.list : upper(s) if s != null] }
local x { "${"/a[/]b/"}" "$ alone" }
