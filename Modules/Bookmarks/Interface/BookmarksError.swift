public import DataSourceInterface
public import Mediator

/// Why a bookmark or the history cannot be read or changed. Errors of the database are
/// `StoreError`s.
public enum BookmarksError: ModuleError {
  /// Nothing of the name is shown: it is empty, white space or control characters.
  case emptyName
  /// The name is too long; `beginning` has its first characters.
  case longName(_ beginning: String, bytes: Int)
  /// The journey would start and end at the station or place with this name.
  case sameEnds(String)
  /// The bookmark with this name is a journey, where a station or place is expected.
  case isJourney(String)
  /// The bookmark with this name is a station or place of another city.
  case isOfOtherCity(String, CityID)
  /// The limit is below 1.
  case badLimit(Int)
  /// Another bookmark has this name.
  case nameTaken(String)
  /// No bookmark has this name; `nearest` is a similar name.
  case unknownBookmark(String, nearest: String?)
  /// The history has no journey between these ends.
  case notInHistory(HistoryReference)
  /// There is no change that can be undone.
  case nothingToUndo
  /// The archive has a version that this program does not know.
  case unknownArchive(version: Int)
  /// The file to import is not an exported file.
  case notAnArchive(String, reason: String)

  /// The maximum size of a name, in bytes of UTF-8.
  package static let maximumNameSize = 1000

  public var kind: FailureKind {
    switch self {
    case .emptyName, .longName, .sameEnds, .isJourney, .badLimit, .unknownArchive: .badInput
    case .isOfOtherCity, .unknownBookmark, .notInHistory: .notFound
    case .nameTaken, .nothingToUndo, .notAnArchive: .failed
    }
  }

  public var description: String {
    switch self {
    case .emptyName:
      "'' is not a bookmark name; expected one such as 'Work'"
    case .longName(let beginning, let bytes):
      "the bookmark name '\(beginning)…' has \(bytes) bytes, expected at most "
        + "\(Self.maximumNameSize); choose a shorter name"
    case .sameEnds(let name):
      "'\(name)' is both the start and the destination of the journey; choose another destination"
    case .isJourney(let name):
      "'\(name)' is the bookmark of a journey, expected a station or place; open it with 'go' or in "
        + "'bookmarks'"
    case .isOfOtherCity(let name, let city):
      "'\(name)' is a bookmark of the city '\(city)'; choose that city, or a station of this one"
    case .badLimit(let limit):
      "'\(limit)' is not a limit; expected 1 or more"
    case .nameTaken(let name):
      "bookmark '\(name)' already exists; choose another name, or remove it first"
    case .unknownBookmark(let name, let nearest?):
      "no bookmark '\(name)'; did you mean '\(nearest)'?"
    case .unknownBookmark(let name, nil):
      "no bookmark '\(name)'; 'bookmarks' lists them"
    case .notInHistory(let journey):
      "no journey from '\(journey.from)' to '\(journey.to)'"
        + (journey.city.map { " of \($0)" } ?? "") + " in the history; 'history' lists the journeys"
    case .nothingToUndo:
      "nothing to undo; only the last 50 changes can be undone"
    case .unknownArchive(let version):
      "the bookmarks have format \(version), expected \(BookmarkArchive.currentVersion); "
        + (version > BookmarkArchive.currentVersion
          ? "use the newer program that wrote them" : "export them again")
    case .notAnArchive(let path, let reason):
      "'\(path)' is not a file of bookmarks: \(reason); expected one that the export wrote"
    }
  }
}
