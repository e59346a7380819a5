public import Foundation
public import Mediator
public import ModuleManager

/// A named way to share an item: an action that turns it into a document.
public struct ShareChannel: Contribution {
  /// The name for people, such as `ics`.
  public let name: String
  /// Creates the document; throws when the item lacks what the channel needs. The manifest of the
  /// module must list it.
  public let action: Action<ShareItem, ShareDocument>
  /// The file that declares the channel, on whose behalf its action is called.
  public let caller: StaticString

  /// Creates a channel whose documents `action` creates.
  public init(
    _ name: String, action: Action<ShareItem, ShareDocument>, caller: StaticString = #fileID
  ) {
    self.name = name
    self.caller = caller
    self.action = action
  }
}

/// The document that a channel creates from an item.
public struct ShareDocument: Codable, Hashable, Sendable {
  /// The bytes to show or write. Bytes that are UTF-8 are text, from which control characters other
  /// than tabs and line breaks, and invisible ones, are removed. So a binary format whose bytes are
  /// all ASCII cannot be shared.
  public let content: Data
  /// The suggested file name, such as `Trindade-Aliados.ics`.
  public let fileName: String
  /// A sentence for the person, which is printed instead of the content.
  public let note: String?

  /// Creates a document.
  public init(content: Data, fileName: String, note: String? = nil) {
    self.content = content
    self.fileName = fileName
    self.note = note
  }
}
