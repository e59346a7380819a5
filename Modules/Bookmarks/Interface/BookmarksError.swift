public import Mediator

/// Why a bookmark or the history cannot be kept or told.
public enum BookmarksError: ModuleError {
  /// The name has no letter.
  case emptyName
  /// The limit is below 1.
  case badLimit(Int)
  /// There is a bookmark of that name already.
  case nameTaken(String)
  /// There is no bookmark of that name; the nearest is offered.
  case unknownBookmark(String, nearest: String?)
  /// No change is left to take back.
  case nothingToUndo
  /// The archive is of a version that this program does not know.
  case unknownArchive(version: Int)
  /// The file to import is not what an export writes.
  case notAnArchive(String, reason: String)
  /// The data folder cannot be used.
  case storage(String, reason: String)
  /// The database cannot be used; the reason says what to do.
  case database(reason: String)

  /// What kind of failure it is.
  public var kind: FailureKind {
    switch self {
    case .emptyName, .badLimit, .unknownArchive: .badInput
    case .unknownBookmark: .notFound
    case .nameTaken, .nothingToUndo, .notAnArchive, .storage, .database: .failed
    }
  }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .emptyName:
      "'' is no name for a bookmark; give one such as 'Work'"
    case .badLimit(let limit):
      "'\(limit)' is no limit; expected 1 or more"
    case .nameTaken(let name):
      "'\(name)' is a bookmark already; choose another name or remove that one first"
    case .unknownBookmark(let name, let nearest?):
      "no bookmark '\(name)'; did you mean '\(nearest)'?"
    case .unknownBookmark(let name, nil):
      "no bookmark '\(name)'; 'metro bookmarks' lists them all"
    case .nothingToUndo:
      "nothing to undo; the last 50 changes of bookmarks can be taken back"
    case .unknownArchive(let version):
      "bookmarks of version \(version), expected 1; a newer program wrote them, use that"
    case .notAnArchive(let path, let reason):
      "'\(path)' holds no bookmarks: \(reason); name a file that 'export' wrote"
    case .storage(let path, let reason):
      "cannot keep bookmarks in '\(path)': \(reason); "
        + "set METRO_HOME to a folder that can be written"
    case .database(let reason):
      "cannot use the bookmarks: \(reason)"
    }
  }
}
