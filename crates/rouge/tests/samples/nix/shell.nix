# A shell.
{ pkgs ? import <nixpkgs> { }, lib, ... }@args:
let
  inherit (lib) map;
  path = ./src/main.nix; home = ~/dir/x; url = https://a.org/b/c; abs = /etc/hosts;
  f = a: b: if a == b && !false || true -> null then a // b else a ++ [ 1 2.5 "x${toString a}\n$$" ];
in rec {
  /* one */
  name = "a-${pkgs.name or "none"}-\"q\"";
  script = ''
    echo ''${x} ${pkgs.bash}/bin/sh ''' ''\n $$
  '';
  meta = with lib; assert 1 <= 2; { a.b.c = builtins.throw "no"; isNull_x = import ./x; };
}
