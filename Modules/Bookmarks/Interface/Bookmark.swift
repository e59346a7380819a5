public import DataSourceInterface
public import Mediator

/// A named station, place or journey. A journey has only its two ends, because timetables change,
/// and whether it must be free of steps.
public struct Bookmark: Codable, Hashable, Sendable {
  /// The name, which is unique without regard to case.
  public let name: String
  /// The city of the stations.
  public let city: CityID
  /// The station or place, or the start of the journey.
  public let from: PointOfInterest
  /// The destination of the journey; nil for a station or place.
  public let to: PointOfInterest?
  /// Whether journeys must be free of steps; nil for no.
  public let stepFree: Bool?

  /// Creates a bookmark of the station or place `from`, or of the journey from there to `to`.
  public init(
    name: String, city: CityID, from: PointOfInterest, to: PointOfInterest? = nil,
    stepFree: Bool? = nil
  ) {
    self.name = name
    self.city = city
    self.from = from
    self.to = to
    self.stepFree = stepFree
  }
}

/// The input of `Bookmarks.add`: a station, a place or a journey in the words of a person.
public struct AddBookmark: Codable, Hashable, Sendable {
  /// The name of the bookmark; control characters and white space around it are removed.
  public let name: String
  /// The station or place, or the start of the journey: as `DataSource.endpoints` understands it,
  /// or the name of a bookmark of a station or place.
  public let from: String
  /// The destination of the journey, in the same words; nil for a station or place.
  public let to: String?
  /// The city of the stations; nil for the current one.
  public let city: CityID?
  /// Whether journeys must be free of steps.
  public let stepFree: Bool?

  /// Creates the input for a station or place, or for a journey when `to` is given.
  public init(
    name: String, from: String, to: String? = nil, city: CityID? = nil, stepFree: Bool? = nil
  ) {
    self.name = name
    self.from = from
    self.to = to
    self.city = city
    self.stepFree = stepFree
  }
}

extension AddBookmark: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "name": "the name of the bookmark, such as home or work",
      "from": .init(
        "the station or place, or the start of the journey: its name, id:… or @lat,lon",
        suggestions: .stations),
      "to": .init("the destination of the journey", suggestions: .stations), "city": .city,
      "stepFree": .stepFree,
    ]
  }
}

extension FieldDescription {
  static let bookmark = FieldDescription(
    "the name of the bookmark, in upper or lower case",
    suggestions: .results(of: Bookmarks.list) { $0.map(\.name) })
}

/// The name of one bookmark.
public struct BookmarkReference: Codable, Hashable, Sendable {
  /// The name, found without regard to case.
  public let name: String

  /// Creates a reference to the bookmark `name`.
  public init(name: String) {
    self.name = name
  }
}

extension BookmarkReference: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["name": .bookmark]
  }
}

/// The input of `Bookmarks.rename`.
public struct RenameBookmark: Codable, Hashable, Sendable {
  /// The current name, found without regard to case.
  public let name: String
  /// The new name; control characters and white space around it are removed.
  public let newName: String

  /// Creates the input that renames `name` to `newName`.
  public init(name: String, newName: String) {
    self.name = name
    self.newName = newName
  }
}

extension RenameBookmark: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["name": .bookmark, "newName": "the new name"]
  }
}

/// The input of `Bookmarks.move`.
public struct MoveBookmark: Codable, Hashable, Sendable {
  /// The name of the bookmark to move, found without regard to case.
  public let name: String
  /// The name of the bookmark that follows it afterwards; nil to move it to the end.
  public let before: String?

  /// Creates the input that moves `name` before another bookmark, or to the end.
  public init(name: String, before: String? = nil) {
    self.name = name
    self.before = before
  }
}

extension MoveBookmark: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "name": .bookmark,
      "before": .init(
        "the bookmark to move it before", valueName: "name",
        suggestions: FieldDescription.bookmark.suggestions),
    ]
  }
}

/// The result of `Bookmarks.undo`.
public struct UndoneBookmarksChange: Codable, Hashable, Sendable {
  /// A description of the change that was undone, such as `removing 'Work'`.
  public let change: String

  /// Creates the result.
  public init(change: String) {
    self.change = change
  }
}
