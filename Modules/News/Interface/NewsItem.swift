/// A notice about the service.
public struct NewsItem: Codable, Hashable, Sendable {
  /// The unique id.
  public let id: String
  /// The title, in one line.
  public let title: String
  /// The full text.
  public let body: String
  /// The name of the line concerned; nil for the whole network.
  public let line: String?
  /// Whether everybody should read it at once; false unless given.
  public let isUrgent: Bool?
  /// Whether it is an invented example; false unless given.
  public let isSample: Bool?

  /// Creates a notice.
  public init(
    id: String, title: String, body: String, line: String? = nil, isUrgent: Bool? = nil,
    isSample: Bool? = nil
  ) {
    self.id = id
    self.title = title
    self.body = body
    self.line = line
    self.isUrgent = isUrgent
    self.isSample = isSample
  }
}
