import Foundation
import TestSupport
import Testing

/// What `.ci/release` and `.ci/api` ask of a version.
@Suite(.blocking, .enabled(if: GenerateFixture.hasGit)) struct ReleaseTests {
  private let fixture: ScriptFixture

  init() throws {
    fixture = try ScriptFixture()
    try writeApp(version: "0.4.0")
    try writeChanges(
      "## 0.4.0 (2026-12-02)\n\n### Added\n\n- Carts.\n\n## 0.3.0 (2026-12-01)\n\n- A shop.\n")
    try fixture.write("let products = [\n  \"Cart\", \"ShopInterface\",\n]\n", to: "Package.swift")
  }

  private func writeApp(version: String) throws {
    try fixture.write(
      """
      enum Shop {
        static let app = CommandLineApp(
          name: "my-shop", summary: "a shop & more", version: "\(version)")
      }
      """, to: "App/Shop.swift")
  }

  private func writeChanges(_ text: String) throws {
    try fixture.write("# Changelog\n\n\(text)", to: ".github/CHANGELOG.md")
  }

  // MARK: Archives

  #if os(Linux)
    /// Lets `swift build` write a program that is a script.
    private func writeCompiler(version: String = "0.4.0") throws {
      try fixture.writeTool(
        "swift",
        """
        mkdir -p .build/release
        echo '#!/bin/sh
        [ "$1" != --version ] || exec echo my-shop \(version)
        echo "$@"' >.build/release/my-shop
        chmod +x .build/release/my-shop
        """)
      try fixture.writeTool("clang", "echo /none")
      try fixture.writeTool("ldd", "echo /bin/sh")
      try fixture.writeTool("unshare", "exit 1")
    }

    @Test func `a release has an archive that installs, checksums, notes and a formula`() throws {
      try writeCompiler()
      try fixture.write(".build\n", to: ".gitignore")
      try fixture.commit(tags: "0.4.0")
      let run = try fixture.run(
        ".ci/release ../output", environment: ["REPOSITORY": "https://example.org/me/shop"])
      #expect(run.code == 0, "\(run.errors)")
      let machine = try fixture.run("uname -m").output.split(separator: "\n")[0]
      let (name, sources) = ("my-shop-0.4.0-linux-\(machine)", "my-shop-0.4.0-source.tar.gz")
      #expect(
        fixture.files(in: "output")
          == [
            "my-shop-0.4.0.md", "\(name).tar.gz", "\(name).tar.gz.sha256", sources,
            "\(sources).sha256", "my-shop.rb",
          ].sorted())
      #expect(
        try fixture.read("../output/my-shop-0.4.0.md")
          == "## 0.4.0 (2026-12-02)\n\n### Added\n\n- Carts.\n")
      let check = try fixture.run("cd ../output && sha256sum -c *.sha256 && sha256sum \(sources)")
      #expect(check.code == 0, "\(check.errors)")

      let formula = try fixture.read("../output/my-shop.rb")
      let checksum = try #require(check.output.split(separator: "\n").last).prefix(64)
      for line in [
        "class MyShop < Formula\n", "  desc 'a shop & more'\n",
        "  url \"https://example.org/me/shop/releases/download/0.4.0/\(sources)\"\n",
        "  sha256 \"\(checksum)\"\n", "\"--product\", \"my-shop\"\n",
      ] {
        #expect(formula.contains(line), "\(formula)")
      }
      #expect(!formula.contains("@"))
      #expect(
        try fixture.run("tar tf ../output/\(sources)").output
          .contains("my-shop-0.4.0/App/Shop.swift\n"))

      let installation = try fixture.run(
        "cd ../output && tar xf \(name).tar.gz && \(name)/install.sh && gzip -dc \"$MANUAL\"",
        environment: [
          "HOME": fixture.path("home"),
          "MANUAL": fixture.path("home/.local/share/man/man1/my-shop.1.gz"),
        ])
      #expect(installation.code == 0, "\(installation.errors)")
      #expect(installation.output.hasSuffix("manual\n"))
      #expect(
        try fixture.read("../home/.local/share/fish/vendor_completions.d/my-shop.fish")
          == "completions fish\n")
    }

    @Test(arguments: [
      (
        "0.5.0", "", "'.github/CHANGELOG.md' has no entry for the version '0.5.0'; write '## 0.5.0 "
      ),
      ("0.4", "", "'.github/CHANGELOG.md' has no entry for the version '0.4'; write '## 0.4 "),
      (
        "0.4.0", "0.5.0", "the tag of this commit is '0.5.0', but the version of the app is '0.4.0'"
      ),
      ("0.2.0", "0.2.0", "the entry for '0.2.0' in '.github/CHANGELOG.md' has no day; write "),
      (
        "0.1.0", "", "'.github/CHANGELOG.md' has no entry for the version '0.1.0'; write '## 0.1.0 "
      ),
    ])
    func `a version that is not described is not released`(
      version: String, tag: String, reason: String
    ) throws {
      try writeCompiler(version: version)
      try writeApp(version: version)
      let changes = try fixture.read(".github/CHANGELOG.md")
      try writeChanges(
        changes + "\n## 0.2.0 (unreleased)\n\n- Lists.\n\n## 0.1.0 (2026-11-01)")
      try fixture.commit(tags: tag)
      let run = try fixture.run(".ci/release ../output")
      #expect(run.code == 1)
      #expect(run.errors.hasPrefix(reason), "\(run.errors)")
      #expect(fixture.files(in: "output") == [])
    }

    @Test func `a version that is not tagged needs no day, and no repository`() throws {
      try writeCompiler()
      try writeChanges("## 0.4.0 (unreleased)\n\n- Carts.\n")
      let run = try fixture.run(".ci/release ../output")
      #expect(run.code == 0, "\(run.errors)")
      #expect(fixture.files(in: "output").count == 3)
    }

    @Test func `a formula needs dependencies that can be downloaded`() throws {
      try fixture.write(
        ".package(name: \"Interchange\", path: \"../Interchange\"),\n", to: "Package.swift")
      let run = try fixture.run(
        ".ci/release ../output", environment: ["REPOSITORY": "https://example.org/me/shop"])
      #expect(run.code == 1)
      #expect(run.errors.hasPrefix("Package.swift depends on a folder, which Homebrew cannot"))
    }
  #endif

  // MARK: API

  private func compare(_ breaking: String = "", code: Int = 0) throws -> GenerateFixture.Run {
    try fixture.writeTool(
      "swift",
      """
      echo "$MODULE $WITH $*" >>../log
      [ -z '\(breaking)' ] || printf '1 breaking change detected\\n  💔 API breakage: \(breaking)\\n'
      exit \(code)
      """)
    return try fixture.run(".ci/api")
  }

  @Test func `without an earlier release there is nothing to compare`() throws {
    try fixture.commit(tags: "0.4.0")
    let run = try compare("func pay() has been removed", code: 1)
    #expect(run.code == 0)
    #expect(
      run.output == "nothing to compare with: no commit before this one has a tag such as 0.3.0\n")
  }

  @Test(arguments: [
    ("0.3.0", "0.3.0", "0.4.0"), ("0.3.0", "0.3.9", "0.4.0"), ("0.3.0", "0.4.0", nil),
    ("0.3.0", "0.10.0", nil), ("0.9.2", "0.9.3", "0.10.0"), ("0.3.0", "1.0.0", nil),
    ("1.2.3", "1.3.0", "2.0.0"), ("1.2.3", "2.0.0", nil), ("9.0.0", "10.0.0", nil),
  ])
  func `a change that breaks callers needs a new version`(
    tag: String, version: String, needed: String?
  ) throws {
    try fixture.commit(tags: tag, "other")
    try writeApp(version: version)
    try writeChanges("## \(version) (unreleased)\n\n### How to migrate\n\nCall buy.\n")
    try fixture.commit()
    let run = try compare("func pay() has been removed", code: 1)
    #expect(run.code == (needed == nil ? 0 : 1), "\(run.errors)")
    #expect(
      run.output == "changes since \(tag) that break callers:\n  func pay() has been removed\n")
    #expect(
      run.errors
        == (needed.map {
          "they need the version \($0) in App/, not \(version), or the old declarations, deprecated\n"
        } ?? ""))
    let line = try fixture.read("../log")
    #expect(line.hasPrefix("Cart,Shop none package --scratch-path .build/api diagnose-api-"))
    #expect(line.hasSuffix(" \(tag) --products Cart ShopInterface\n"))
    #expect(try compare().output == "no change since \(tag) breaks callers of Cart, Shop\n")
  }

  @Test func `a new version says how to migrate, also from a product that was removed`() throws {
    try fixture.commit(tags: "0.3.0")
    try fixture.write("let products = [\"Cart\"]\n", to: "Package.swift")
    try fixture.commit()
    let run = try compare()
    #expect(run.code == 1)
    #expect(
      run.output
        == "changes since 0.3.0 that break callers:\n  product ShopInterface has been removed\n")
    #expect(
      run.errors
        == "the entry for 0.4.0 in '.github/CHANGELOG.md' has no '### How to migrate'\n")
  }

  @Test func `a comparison that fails is no change`() throws {
    try fixture.commit(tags: "0.3.0")
    try fixture.write("", to: "notes")
    try fixture.commit()
    try fixture.writeTool("swift", "echo 'error: no such module' >&2; exit 3")
    let run = try fixture.run(".ci/api")
    #expect(run.code == 3)
    #expect(run.errors == "error: no such module\n")
  }
}
