/// A feed to be read without being installed.
public struct FeedCheck: Codable, Hashable, Sendable {
  /// The path of the zip archive.
  public let file: String

  /// Asks what `file` is worth.
  public init(file: String) {
    self.file = file
  }
}
