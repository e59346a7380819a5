/// An item to share, and how.
public struct ShareRequest: Codable, Hashable, Sendable {
  /// What to share.
  public let item: ShareItem
  /// The channel's name, such as `ics`; nil for `text`.
  public let channel: String?
  /// The path of the file that it is to become, in place of what is there; nil to leave that to the
  /// channel.
  public let file: String?

  /// Asks to share `item` through `channel`.
  public init(_ item: ShareItem, as channel: String? = nil, to file: String? = nil) {
    self.item = item
    self.channel = channel
    self.file = file
  }
}
