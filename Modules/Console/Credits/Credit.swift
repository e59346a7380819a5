/// Whose work some answers rest on.
public struct Credit: Codable, Hashable, Sendable {
  /// What it is, such as a city's timetable.
  public let work: String
  /// Who made it.
  public let author: String
  /// The terms on which it is used, or the page that states them; nil where none are known.
  public let licence: String?
  /// Where it comes from.
  public let source: String?

  /// Credits `work` to `author`.
  public init(work: String, author: String, licence: String? = nil, source: String? = nil) {
    self.work = work
    self.author = author
    self.licence = licence
    self.source = source
  }
}
