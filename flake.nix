{
  description = "Builds an existing Jekyll site exactly as Ruby Jekyll does, without Ruby";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      manifest = builtins.fromTOML (builtins.readFile ./Cargo.toml);
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = manifest.package.name;
          inherit (manifest.package) version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          buildType = "dist";
          buildFeatures = [ "full" ];
          # The tests want folders and ports that the builder's sandbox does not give.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            $out/bin/hastie man $out/share/man/man1
            for shell in bash zsh fish; do
              $out/bin/hastie completions $shell > hastie.$shell
            done
            installShellCompletion hastie.{bash,zsh,fish}
          '';
          meta = {
            inherit (manifest.package) description;
            homepage = manifest.workspace.package.repository;
            license = with pkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "hastie";
          };
        };
      });

      devShells = each (pkgs: {
        default = pkgs.mkShell { packages = with pkgs; [ cargo rustc clippy rustfmt ]; };
      });
    };
}
