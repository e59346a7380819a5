import Foundation
import ModuleTesting
import TestSupport
import Testing

@testable import Plugins

/// Repositories that do not fit, with a program in the place of git.
@Suite struct GitCheckoutTests {
  private let temporary = TemporaryFolder()

  init() throws {
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
  }

  /// Runs a script in place of git; `$2` is the folder.
  private func checkOut(_ script: String, limit: Int = 1 << 20) async throws -> GitCheckout {
    let git = temporary.url.appending(path: "git")
    let skipped = "while [ \"$1\" = -c ]; do shift 2; done\n"
    try Data("#!/bin/sh\n\(skipped)\(script)\n".utf8).write(to: git)
    chmod(git.path, 0o700)
    let parent = temporary.url.appending(path: "parent")
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    return try await GitCheckout(
      "https://example.org/a", nil, variables: ["PATH": "\(temporary.url.path):/usr/bin:/bin"],
      in: parent, limit: limit)
  }

  @Test(arguments: [
    "cat /dev/zero > \"$2/pack\"", "head -c 2000000 /dev/zero > \"$2/pack\"",
    "cat /dev/zero > \"$2/pack\" & wait",
  ])
  func `a repository that grows beyond the limit is stopped, and leaves nothing`(
    script: String
  ) async throws {
    await #expect(
      throws: PluginFileError.notFetched(
        "https://example.org/a",
        reason: "it needs more than 1 MB or 40000 files; expected the repository of a plug-in")
    ) {
      try await checkOut(script)
    }
    let parent = temporary.url.appending(path: "parent")
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path) == [])
  }

  @Test func `what git says about a failure is passed on`() async {
    await #expect(
      throws: PluginFileError.notFetched(
        "https://example.org/a",
        reason: "git says: fatal: no; check the address and the network")
    ) {
      try await checkOut("echo 'fatal: no' >&2; exit 1")
    }
  }

  @Test func `git may not leave https, even for a redirect`() async {
    await #expect(
      throws: PluginFileError.notFetched(
        "https://example.org/a", reason: "git says: https:file; check the address and the network")
    ) {
      try await checkOut("echo \"$GIT_ALLOW_PROTOCOL\" >&2; exit 1")
    }
  }

  @Test func `without git, the error says what to install`() async throws {
    let error = await #expect(throws: PluginFileError.missingProgram("git")) {
      try await GitCheckout(
        "https://example.org/a", nil, variables: ["PATH": "/nowhere"], in: temporary.url)
    }
    #expect(
      error?.description
        == "the program 'git' is missing, which fetches or unpacks the plug-in; install it")
  }
}
