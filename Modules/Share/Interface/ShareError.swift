public import Mediator

/// Why an item could not be shared.
public enum ShareError: ModuleError {
  /// There is nothing in it.
  case emptyText(title: String)
  /// The path has no letter.
  case emptyPath
  /// The path names a folder.
  case isFolder(String)
  /// The file cannot be written.
  case cannotWrite(String, reason: String)

  /// What kind of failure it is.
  public var kind: FailureKind {
    switch self {
    case .emptyText, .emptyPath: .badInput
    case .isFolder, .cannotWrite: .failed
    }
  }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .emptyText(let title):
      "'\(title)' is empty; share something with text in it"
    case .emptyPath:
      "'' is no file; name one, as in 'journey.txt'"
    case .isFolder(let path):
      "'\(path)' is a folder; name a file in it, as in '\(path)/journey.txt'"
    case .cannotWrite(let path, let reason):
      "cannot write '\(path)': \(reason); choose another file"
    }
  }
}
