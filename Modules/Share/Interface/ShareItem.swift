public import Foundation

/// Something to share, in a form that every channel understands. A channel uses the parts it needs.
public struct ShareItem: Codable, Hashable, Sendable {
  /// What the item is, in a few words.
  public let title: String
  /// The content for people.
  public let text: String
  /// The URL that opens the content, such as `metro://routing/plan?from=Trindade&to=Aliados`.
  public let link: String?
  /// The events of the content, for a calendar.
  public let events: [ShareEvent]

  /// Creates an item.
  public init(title: String, text: String = "", link: String? = nil, events: [ShareEvent] = []) {
    self.title = title
    self.text = text
    self.link = link
    self.events = events
  }
}

/// An event for a calendar.
public struct ShareEvent: Codable, Hashable, Sendable {
  /// What the event is, in a few words.
  public let title: String
  /// When the event starts.
  public let start: Date
  /// When the event ends; equal to `start` for an event without duration.
  public let end: Date
  /// Where the event takes place.
  public let place: String?
  /// More information for the person.
  public let notes: String?

  /// Creates an event.
  public init(title: String, start: Date, end: Date, place: String? = nil, notes: String? = nil) {
    self.title = title
    self.start = start
    self.end = end
    self.place = place
    self.notes = notes
  }
}
