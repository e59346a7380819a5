/// A credit for the work of others. Its property names are JSON keys.
public struct Credit: Codable, Hashable, Sendable {
  /// The work, such as a photo.
  public let work: String
  /// The author or publisher.
  public let author: String
  /// The licence, or the address of its text; nil if unknown.
  public let licence: String?
  /// The address where the work was obtained; nil if unknown.
  public let source: String?

  /// Creates a credit.
  public init(work: String, author: String, licence: String? = nil, source: String? = nil) {
    self.work = work
    self.author = author
    self.licence = licence
    self.source = source
  }
}
