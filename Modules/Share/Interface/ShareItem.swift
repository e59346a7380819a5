/// Something to be shared: text under a title, never another module's types.
public struct ShareItem: Codable, Hashable, Sendable {
  /// What it is, in a few words.
  public let title: String
  /// The thing itself.
  public let text: String
  /// The path of the file that it is to become; nil to show it on the standard output.
  public let to: String?

  /// Composes an item.
  public init(title: String, text: String, to path: String? = nil) {
    self.title = title
    self.text = text
    self.to = path
  }
}
