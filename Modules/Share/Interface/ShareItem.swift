/// Something to be shared: text, a link, a table or events under a title, never another module's
/// types. A channel takes what it can use.
public struct ShareItem: Codable, Hashable, Sendable {
  /// What it is, in a few words.
  public let title: String
  /// The thing itself, for people.
  public let text: String
  /// The URL that leads to it, such as `metro://routing/plan?from=Trindade&to=Aliados`.
  public let link: String?
  /// The thing itself, in rows.
  public let table: ShareTable?
  /// When it happens; none where it has no time.
  public let events: [ShareEvent]

  /// Composes an item.
  public init(
    title: String, text: String = "", link: String? = nil, table: ShareTable? = nil,
    events: [ShareEvent] = []
  ) {
    self.title = title
    self.text = text
    self.link = link
    self.table = table
    self.events = events
  }
}
