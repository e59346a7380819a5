/// What became of a shared item.
public struct ShareReceipt: Codable, Hashable, Sendable {
  /// The title of the item.
  public let title: String
  /// The name of the channel.
  public let channel: String
  /// What the channel made of it; nil where it is in a file.
  public let text: String?
  /// The path of the file that was written; nil where the text is to be shown.
  public let file: String?
  /// What to show a person: the text, or where it has gone.
  public let sentence: String

  /// Composes a receipt.
  public init(title: String, channel: String, text: String?, file: String?, sentence: String) {
    self.title = title
    self.channel = channel
    self.text = text
    self.file = file
    self.sentence = sentence
  }
}
