public import Mediator

/// A way to share: under a name, it makes a document of an item.
public struct ShareChannel: Sendable {
  /// What it is called, such as `ics`.
  public let name: String
  /// What it makes, in a few words.
  public let summary: String
  /// Makes the document; its module answers it and throws for an item that has too little for it.
  public let makes: Action<ShareItem, ShareDocument>

  /// Offers what `makes` makes as `name`.
  public init(_ name: String, _ summary: String, makes: Action<ShareItem, ShareDocument>) {
    self.name = name
    self.summary = summary
    self.makes = makes
  }
}
