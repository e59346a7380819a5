public import Mediator

/// Shares items of any module through channels: a channel turns an item into a document, which is
/// shown or written to a file.
///
/// ```swift
/// let item = ShareItem(title: "Trip", text: "08:00 Trindade", link: "metro://routing/plan?…")
/// let request = ShareRequest(item, as: "ics", to: "trip.ics")
/// return try await mediator.perform(Share.share, request).sentence
/// ```
public enum Share: Interface {
  /// Shares an item through a channel, and returns a receipt.
  public static let share = Action<ShareRequest, ShareReceipt>(native: Share.self, "share")
  /// Returns the names of the channels of all modules, sorted.
  public static let channels = Action<Empty, [String]>(Share.self, "channels", .reads)
  /// Turns an item into plain text: its text, or else its link.
  public static let text = Action<ShareItem, ShareDocument>(native: Share.self, "text")
  /// Creates the text of an item for the clipboard of a terminal.
  public static let clipboard = Action<ShareItem, ShareDocument>(native: Share.self, "clipboard")
  /// Creates a `mailto:` link with an item as subject and body.
  public static let mail = Action<ShareItem, ShareDocument>(native: Share.self, "mail")
  /// Creates a calendar with an item's events.
  public static let calendar = Action<ShareItem, ShareDocument>(native: Share.self, "calendar")
  /// Creates a text that contains only an item's link.
  public static let link = Action<ShareItem, ShareDocument>(native: Share.self, "link")
}

extension Share {
  /// The name of the channel whose text is copied to the clipboard of the terminal.
  public static let clipboardChannel = "clipboard"

  /// The names of the channels whose documents are read on the screen. Those of the others are
  /// files for another program.
  public static let textChannels: Set = ["link", "mail", "text"]
}

extension Suggestions {
  /// Suggests the names of the channels of all modules.
  public static let shareChannels = Suggestions.results(of: Share.channels) { $0 }
}

/// The input of `Share.share`.
public struct ShareRequest: Codable, Hashable, Sendable {
  /// The item to share.
  public let item: ShareItem
  /// The name of the channel, such as `ics`; nil for `text`.
  public let channel: String?
  /// The path of the file to write, which is replaced when it exists; of a folder, for a new file
  /// there that is named after the title; nil when the channel decides.
  public let file: String?

  /// Creates the input that shares `item` through `channel`.
  public init(_ item: ShareItem, as channel: String? = nil, to file: String? = nil) {
    self.item = item
    self.channel = channel
    self.file = file
  }
}

/// The result of `Share.share`.
public struct ShareReceipt: Codable, Hashable, Sendable {
  /// The title of the item.
  public let title: String
  /// The name of the channel.
  public let channel: String
  /// The document as text; nil when it was written to a file. Of the channel `clipboard`, what is
  /// copied.
  public let text: String?
  /// The path of the file that was written; nil when there is none.
  public let file: String?
  /// The output for a person: the text, or a sentence that names the file.
  public let sentence: String

  /// What is copied to the clipboard of the terminal; nil for all channels but `clipboard`.
  public var clipboardText: String? { channel == Share.clipboardChannel ? text : nil }

  /// Creates a receipt.
  public init(title: String, channel: String, text: String?, file: String?, sentence: String) {
    self.title = title
    self.channel = channel
    self.text = text
    self.file = file
    self.sentence = sentence
  }
}
