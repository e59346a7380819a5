/// One notice about the service.
public struct NewsItem: Codable, Hashable, Sendable {
  /// What tells it from every other.
  public let id: String
  /// What it is about, in one line.
  public let title: String
  /// All it has to say.
  public let body: String
  /// The name of the line concerned; nil for the whole network.
  public let line: String?
  /// Whether everybody should know at once; not unless given.
  public let isUrgent: Bool?

  /// Composes a notice.
  public init(
    id: String, title: String, body: String, line: String? = nil, isUrgent: Bool? = nil
  ) {
    self.id = id
    self.title = title
    self.body = body
    self.line = line
    self.isUrgent = isUrgent
  }
}
