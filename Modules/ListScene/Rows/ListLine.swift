/// One line of a drawn scene.
public struct ListLine: Sendable, Hashable {
  /// What it shows, within the page.
  public let text: String
  /// The row that it is part of and that a person may select; nil for a title, a sentence, and the
  /// whole of an item.
  public let place: ListPlace?

  /// Composes a line.
  public init(_ text: String, place: ListPlace? = nil) {
    self.text = text
    self.place = place
  }
}
