import Foundation
import TestSupport
import Testing

/// How the script in the archive of a release installs and removes the program.
@Suite(.blocking) struct InstallTests {
  private static let files = [
    "bin/shop", "share/bash-completion/completions/shop",
    "share/fish/vendor_completions.d/shop.fish", "share/man/man1/shop.1.gz",
    "share/zsh/site-functions/_shop",
  ]

  private let fixture: ScriptFixture

  init() throws {
    fixture = try ScriptFixture()
    for file in Self.files { try fixture.write("\(file)\n", to: "../an archive/\(file)") }
    try writeProgram("echo shop 1.0.0")
    try fixture.run("cp .ci/install.sh '../an archive/'")
  }

  private func writeProgram(_ script: String) throws {
    try fixture.write("#!/bin/sh\n\(script)\n", to: "../an archive/bin/shop", isExecutable: true)
  }

  private func install(
    _ arguments: String = "", environment: [String: String] = [:]
  ) throws -> GenerateFixture.Run {
    try fixture.run(
      "'../an archive/install.sh' \(arguments)",
      environment: ["HOME": fixture.path("home")].merging(environment) { $1 })
  }

  @Test func `files are installed for one person, and removed again`() throws {
    let run = try install()
    #expect(run.code == 0, "\(run.errors)")
    #expect(fixture.files(in: "home/.local") == Self.files)
    let program = fixture.path("home/.local/bin/shop")
    #expect(run.output.hasPrefix("create    \(program)\n"))
    #expect(FileManager.default.isExecutableFile(atPath: program))
    #expect(run.output.contains("  PATH=\"\(fixture.path("home/.local/bin")):$PATH\"\n"))

    #expect(try install().output.hasPrefix("identical \(program)\n"))
    try writeProgram("echo shop 1.1.0")
    let update = try install()
    #expect(update.output.hasPrefix("update    \(program)\n"))
    #expect(try fixture.run("'\(program)'").output == "shop 1.1.0\n")

    try fixture.write("", to: "../home/.local/bin/other")
    try fixture.write("", to: "../home/.local/share/shop/orders.sqlite")
    let removal = try install("--uninstall")
    #expect(removal.code == 0, "\(removal.errors)")
    #expect(removal.output.hasPrefix("remove    \(program)\n"))
    #expect(
      removal.output.hasSuffix("The data in '\(fixture.path("home/.local/share/shop"))' remains.\n")
    )
    #expect(fixture.files(in: "home/.local") == ["bin/other", "share/shop/orders.sqlite"])
    #expect(try install("--uninstall").code == 0)
  }

  @Test(arguments: ["the folder", "deep/folder"])
  func `PREFIX chooses another folder`(prefix: String) throws {
    let run = try install(environment: ["PREFIX": prefix])
    #expect(run.code == 0, "\(run.errors)")
    #expect(fixture.files(in: "package/\(prefix)") == Self.files)
    #expect(try install("--uninstall", environment: ["PREFIX": prefix]).code == 0)
    #expect(fixture.files(in: "package/\(prefix)") == [])
    #expect(fixture.files(in: "home") == [])
  }

  @Test func `a program that is found needs no line for PATH`() throws {
    let folder = fixture.path("home/.local/bin")
    let run = try install(environment: ["PATH": "\(folder):/usr/bin:/bin"])
    #expect(run.code == 0, "\(run.errors)")
    #expect(!run.output.contains("PATH="))
  }

  @Test(arguments: [("", true), ("fpath+=(~/.local/share/zsh/site-functions)\n", false)])
  func `zsh gets a line for its configuration once`(configuration: String, isShown: Bool) throws {
    try fixture.writeTool("zsh", "echo /usr/share/zsh/functions")
    try fixture.write(configuration, to: "../home/.zshrc")
    let line = "  fpath=(\"\(fixture.path("home/.local/share/zsh/site-functions"))\" $fpath)\n"
    #expect(try install().output.contains(line) == isShown)
  }

  @Test(arguments: [
    ("--help", "exit 0", "unknown arguments '--help'; expected none, or --uninstall"),
    ("--uninstall now", "exit 0", "unknown arguments '--uninstall now'; expected none"),
    ("", "exit 126", "'shop' does not run here; is 'an archive' the archive for "),
  ])
  func `what cannot be installed is said, and nothing is written`(
    arguments: String, program: String, reason: String
  ) throws {
    try writeProgram(program)
    let run = try install(arguments)
    #expect(run.code != 0)
    #expect(run.errors.hasPrefix("install.sh: \(reason)"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(fixture.files(in: "home") == [])
  }

  @Test func `a folder that cannot be written is said in one sentence`() throws {
    try fixture.write("", to: "../home/.local/bin")
    let run = try install()
    #expect(run.code == 1)
    #expect(
      run.errors.hasPrefix("install.sh: '\(fixture.path("home/.local/bin"))' cannot be written;"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }
}
