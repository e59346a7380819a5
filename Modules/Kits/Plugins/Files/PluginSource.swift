import Foundation
import Mediator
import Platform

/// Where a plug-in comes from: a folder, or a repository of git.
///
/// ```
/// ../weather
/// git+https://example.org/weather.git#v1.2
/// ```
package enum PluginSource: Hashable, Sendable {
  /// The absolute path of a folder.
  case folder(String)
  /// - Parameters:
  ///   - address: An address that begins with `https://` or `file://`.
  ///   - revision: A branch, a tag or a commit; nil for the branch that the repository names.
  case repository(_ address: String, revision: String?)

  private static let prefix = "git+"
  private static let schemes = ["https://", "file://"]

  /// Reads a path, which is relative to the working directory, or an address.
  /// - Throws: `PluginFileError.badSource`.
  package init(_ text: String) throws(PluginFileError) {
    guard text.hasPrefix(Self.prefix) else {
      guard !text.utf8.contains("://".utf8) else {
        throw .badSource(text, reason: "expected a folder, or an address after 'git+'")
      }
      self = .folder(URL(filePath: text).standardizedFileURL.path)
      return
    }
    // The address is shown and stored.
    guard !text.utf8.contains(where: "@?".utf8.contains) else {
      throw .badSource(
        Self.prefix + "…",
        reason: "the address has a user, a password or a query; git asks its credential helper")
    }
    let parts = text.dropFirst(Self.prefix.count).split(
      at: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let (address, revision) = (String(parts[0]), parts.dropFirst().first.map(String.init))
    guard Self.schemes.contains(where: { address.hasPrefix($0) && address != $0 }),
      address.utf8.allSatisfy({ $0 > 32 && $0 < 127 })
    else {
      throw .badSource(text, reason: "expected one such as 'git+https://example.org/weather.git'")
    }
    // Such a revision would be an option of git, or several revisions.
    if let revision, !Self.isRevision(revision) {
      throw .badSource(
        text, reason: "'#' precedes a branch, a tag or the whole id of a commit, such as '#v1.2'")
    }
    self = .repository(address, revision: revision)
  }

  private static func isRevision(_ text: String) -> Bool {
    text.utf8.first.map { $0.isLetter || $0.isDigit } == true
      && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "._-/".utf8.contains($0) }
      && !text.contains("..")
  }

  /// Reads what `text` returned, which does not depend on the working directory.
  /// - Throws: `PluginFileError.badSource`.
  package init(stored text: String) throws(PluginFileError) {
    try self.init(text)
    guard self.text == text else { throw .badSource(text, reason: "it is no absolute path") }
  }

  /// The text that `init` reads.
  package var text: String {
    switch self {
    case .folder(let path): path
    case .repository(let address, let revision):
      Self.prefix + address + (revision.map { "#\($0)" } ?? "")
    }
  }
}

/// What the copy of a plug-in says about its source: the file `.source.json` in its folder.
package struct PluginOrigin: Codable, Hashable, Sendable {
  /// The name of the file.
  static let fileName = ".source.json"
  /// The maximum size of the file in bytes.
  static let maximumSize = 1 << 14

  /// The text of a `PluginSource`.
  package let source: String
  /// The commit of a repository, in hexadecimal digits; nil for a folder.
  package let commit: String?
  /// Whether the plug-in stays as it is until it is added again.
  package let isPinned: Bool

  package init(_ source: PluginSource, commit: String?, isPinned: Bool) {
    (self.source, self.commit, self.isPinned) = (source.text, commit, isPinned)
  }
}
