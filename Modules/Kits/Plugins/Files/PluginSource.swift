import Foundation
import Mediator
import Platform

/// Where a plug-in comes from: a folder, an archive, or a repository of git.
///
/// ```
/// ../weather
/// ../weather.tar.gz
/// https://example.org/weather.tar.gz#sha256=<64 hexadecimal digits>
/// git+https://example.org/weather.git#v1.2
/// ```
package enum PluginSource: Hashable, Sendable {
  /// The absolute path of a folder.
  case folder(String)
  /// A tar archive that is packed with gzip.
  /// - Parameters:
  ///   - location: An absolute path, or an address that begins with `https://`.
  ///   - sha256: The SHA-256 digest that it must have, in hexadecimal digits; nil for any.
  case archive(_ location: String, sha256: String?)
  /// - Parameters:
  ///   - address: An address that begins with `https://` or `file://`.
  ///   - revision: A branch, a tag or a commit; nil for the branch that the repository names.
  case repository(_ address: String, revision: String?)

  private static let prefix = "git+"
  private static let schemes = ["https://", "file://"]
  private static let digestMark = "#sha256="

  /// Reads a path, which is relative to the working directory, or an address.
  /// - Throws: `PluginFileError.badSource`.
  package init(_ text: String) throws(PluginFileError) {
    if text.utf8.contains("://".utf8) { try Self.checkAddress(text) }
    guard !text.hasPrefix(Self.prefix) else {
      self = try Self.repository(text)
      return
    }
    let isAddress = text.isSecureAddress
    guard isAddress || !text.utf8.contains("://".utf8) else {
      throw .badSource(
        text, reason: "expected a folder, an archive, or an address after 'https://' or 'git+'")
    }
    let mark = text.utf8.lastIndex(of: UInt8(ascii: "#")).flatMap { start in
      text[start...].hasPrefix(Self.digestMark) ? start : nil
    }
    let sha256 = mark.map { String(text[$0...].dropFirst(Self.digestMark.count)) }
    let place = String(text[..<(mark ?? text.endIndex)])
    let path = URL(filePath: text).standardizedFileURL.path
    // The name of a folder may end like that of an archive.
    guard isAddress || stat(at: path)?.kind != S_IFDIR else {
      self = .folder(path)
      return
    }
    guard !isAddress || !place.prefix(while: { $0 != "#" }).hasSuffix(".git") else {
      throw .badSource(text, reason: "the address of a repository begins with 'git+https://'")
    }
    guard ![".zip", ".tar", ".bz2", ".xz"].contains(where: place.hasSuffix) else {
      throw .badSource(text, reason: "expected an archive that ends with '.tar.gz' or '.tgz'")
    }
    guard isAddress || place.hasSuffix(".tar.gz") || place.hasSuffix(".tgz") else {
      self = .folder(path)
      return
    }
    guard sha256?.isDigest != false, !isAddress || !place.utf8.contains(UInt8(ascii: "#")) else {
      throw .badSource(text, reason: "expected '\(Self.digestMark)' and 64 hexadecimal digits")
    }
    self = .archive(
      isAddress ? place : URL(filePath: place).standardizedFileURL.path,
      sha256: sha256?.lowercased())
  }

  private static func repository(_ text: String) throws(PluginFileError) -> PluginSource {
    let parts = text.dropFirst(Self.prefix.count).split(
      at: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let (address, revision) = (String(parts[0]), parts.dropFirst().first.map(String.init))
    guard schemes.contains(where: { address.hasPrefix($0) && address != $0 }) else {
      throw .badSource(text, reason: "expected one such as 'git+https://example.org/weather.git'")
    }
    // Such a revision would be an option of git, or several revisions.
    if let revision, !Self.isRevision(revision) {
      throw .badSource(
        text, reason: "'#' precedes a branch, a tag or the whole id of a commit, such as '#v1.2'")
    }
    return .repository(address, revision: revision)
  }

  /// Checks an address, which is shown and stored.
  private static func checkAddress(_ text: String) throws(PluginFileError) {
    let prefix = text.hasPrefix(prefix) ? prefix : ""
    guard !text.utf8.contains(where: "@?".utf8.contains) else {
      let remedy =
        prefix.isEmpty ? "expected one that needs none" : "git asks its credential helper"
      throw .badSource(
        prefix + "…", reason: "the address has a user, a password or a query; \(remedy)")
    }
    guard text.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
      throw .badSource(
        text, reason: "expected one such as '\(prefix)https://example.org/weather.git'")
    }
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
    var expected = text
    if case .archive(_, let sha256?) = self {
      // A digest is the same in upper and lower case.
      expected = String(text.dropLast(sha256.count)) + sha256
    }
    guard self.text == expected else { throw .badSource(text, reason: "it is no absolute path") }
  }

  /// The text that `init` reads.
  package var text: String {
    switch self {
    case .folder(let path): path
    case .archive(let location, let sha256):
      location + (sha256.map { Self.digestMark + $0 } ?? "")
    case .repository(let address, let revision):
      Self.prefix + address + (revision.map { "#\($0)" } ?? "")
    }
  }

  /// Whether the source always has the same files: it says a digest, or the whole id of a commit.
  var isFixed: Bool {
    switch self {
    case .folder: false
    case .archive(_, let sha256): sha256 != nil
    case .repository(_, let revision):
      [40, 64].contains(revision?.utf8.count) && revision?.isHexadecimal == true
    }
  }

  /// Whether other machines can reach the source.
  var isRemote: Bool {
    switch self {
    case .folder: false
    case .archive(let place, _), .repository(let place, _): place.isSecureAddress
    }
  }
}

extension String {
  /// Whether the text is a web address whose server is known by its certificate.
  package var isSecureAddress: Bool { hasPrefix("https://") && utf8.count > "https://".utf8.count }

  /// Whether the text is a SHA-256 digest.
  fileprivate var isDigest: Bool { utf8.count == 64 && isHexadecimal }

  fileprivate var isHexadecimal: Bool {
    utf8.allSatisfy { $0.isDigit || "abcdefABCDEF".utf8.contains($0) }
  }
}
