/// One of the template items.
public struct TemplateItem: Codable, Hashable, Sendable {
  /// What tells it from every other.
  public let id: String
  /// What it is about, in one line.
  public let title: String
  /// All it has to say.
  public let body: String

  /// Composes an item.
  public init(id: String, title: String, body: String) {
    self.id = id
    self.title = title
    self.body = body
  }
}
