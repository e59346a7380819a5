/// What the copy of a plug-in says about its source: the file `.source.json` in its folder.
package struct PluginOrigin: Codable, Hashable, Sendable {
  /// The name of the file.
  static let fileName = ".source.json"
  /// The maximum size of the file in bytes.
  static let maximumSize = 1 << 14

  /// The text of a `PluginSource`.
  package let source: String
  /// The commit of a repository, in hexadecimal digits; nil for another source.
  package let commit: String?
  /// The SHA-256 digest of the archive, in hexadecimal digits; nil for another source.
  package let sha256: String?
  /// Whether an index of plug-ins has named the source, and names that of updates; nil for no.
  package let isFromIndex: Bool?
  /// Whether updates leave the plug-in as it is.
  package internal(set) var isPinned: Bool

  package init(
    _ source: PluginSource, commit: String? = nil, sha256: String? = nil,
    isFromIndex: Bool = false, isPinned: Bool = false
  ) {
    self.source = source.text
    self.commit = commit
    self.sha256 = sha256
    self.isFromIndex = isFromIndex ? true : nil
    self.isPinned = isPinned
  }

  /// The commit or the digest, for people; nil for a folder, and where the source says it.
  package var version: String? {
    guard let id = commit ?? sha256, !source.contains(id) else { return nil }
    return commit == nil ? "SHA-256 \(id)" : "commit \(id)"
  }

  /// Whether both are the same commit, or archives of the same content.
  package func isSameVersion(as other: PluginOrigin) -> Bool {
    (commit, sha256) == (other.commit, other.sha256)
  }
}
