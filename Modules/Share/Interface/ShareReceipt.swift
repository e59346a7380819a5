/// What became of a shared item.
public struct ShareReceipt: Codable, Hashable, Sendable {
  /// The title of the item.
  public let title: String
  /// The text of the item.
  public let text: String
  /// The path of the file that was written; nil where the text is to be shown.
  public let file: String?

  /// Composes a receipt.
  public init(title: String, text: String, file: String? = nil) {
    self.title = title
    self.text = text
    self.file = file
  }
}
