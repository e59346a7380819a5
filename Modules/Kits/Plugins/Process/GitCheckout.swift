import Channel
package import Foundation
import Mediator
import Platform

/// A commit of a repository in a temporary folder, which is removed with the value.
package final class GitCheckout: Sendable {
  /// The folder with the files of the commit.
  package let folder: URL
  /// The commit in hexadecimal digits.
  package let commit: String

  /// Fetches one commit, without its history, with the program `git`.
  /// - Parameters:
  ///   - address: The address of the repository.
  ///   - revision: A branch, a tag or a commit; nil for the branch that the repository names.
  ///   - variables: The environment variables of git, with PATH.
  ///   - parent: Where the temporary folder is created.
  /// - Throws: `PluginFileError.notFetched` with what git says; `CancellationError`; `POSIXError` and
  ///   `CocoaError` for the folder.
  package init(
    _ address: String, _ revision: String?, variables: [String: String], in parent: URL
  ) async throws {
    folder = parent.appending(path: "\(UUID())", directoryHint: .isDirectory)
    let (path, git) = (folder.path, folder.appending(path: ".git"))
    do {
      try DataFolder(folder).create()
      let run = { (words: [String]) in
        try await Self.run(["-C", path] + words, in: parent, variables, address)
      }
      try await run(["init", "--quiet"])
      try await run(["fetch", "--quiet", "--depth", "1", "--", address, revision ?? "HEAD"])
      try await run(["checkout", "--quiet", "FETCH_HEAD"])
      let head = try String(contentsOf: git.appending(path: "FETCH_HEAD"), encoding: .utf8)
      commit = String(head.prefix { $0.isHexDigit })
      try FileManager.default.removeItem(at: git)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func run(
    _ words: [String], in folder: URL, _ variables: [String: String], _ address: String
  ) async throws {
    let paths = (variables["PATH"] ?? "").split(at: ":").map { "\($0)/git" }
    guard let git = paths.first(where: { $0.isAbsolutePath && access($0, X_OK) == 0 }) else {
      throw PluginFileError.notFetched(address, reason: "the program 'git' is missing")
    }
    // A repository runs no programs of its own, and git asks nobody for a password.
    let settings =
      ["-c", "core.hooksPath=/dev/null", "-c", "http.lowSpeedLimit=1000"]
      + ["-c", "http.lowSpeedTime=60"]
    let own = ["GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"]
    let process = try PluginProcess(
      PluginProcess.Launch(
        name: "git", executable: git, arguments: ["git"] + settings + words, folder: folder,
        environment: variables.merging(own) { $1 })
    ) { _ in }
    process.streams.closeDescriptors()
    process.hostSocket.closeDescriptors()
    let exit: PluginExit
    do { exit = try await process.waitForEnd() } catch {
      await process.stop()
      throw error
    }
    guard !exit.isSuccess else { return }
    let reason = exit.lastLine?.quotedFromPlugin ?? exit.status
    throw PluginFileError.notFetched(address, reason: "git says: \(reason)")
  }
}
