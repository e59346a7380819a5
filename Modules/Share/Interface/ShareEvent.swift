public import Foundation

/// Something that takes place at a time.
public struct ShareEvent: Codable, Hashable, Sendable {
  /// What it is, in a few words.
  public let title: String
  /// When it begins.
  public let start: Date
  /// When it ends.
  public let end: Date
  /// Where it takes place.
  public let place: String?
  /// What else there is to know.
  public let notes: String?

  /// Composes an event.
  public init(
    title: String, start: Date, end: Date, place: String? = nil, notes: String? = nil
  ) {
    self.title = title
    self.start = start
    self.end = end
    self.place = place
    self.notes = notes
  }
}
