public import Mediator

/// Why a file that a person has named cannot be read or written.
public enum NamedFileError: ModuleError {
  /// The path has no letter.
  case noName
  /// There is nothing at the path.
  case missing(String)
  /// The path names a folder, or something else that is no file.
  case notAFile(String)
  /// The file has more bytes than are read.
  case tooLarge(String, bytes: Int, limit: Int)
  /// The file can be neither read nor written.
  case unusable(String, reason: String)

  /// What kind of failure it is.
  public var kind: FailureKind {
    switch self {
    case .noName: .badInput
    case .missing: .notFound
    case .notAFile, .tooLarge, .unusable: .failed
    }
  }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .noName: "'' is no file; name one, as in 'journey.txt'"
    case .missing(let path): "no file '\(path)'; check the path"
    case .notAFile(let path): "'\(path)' is no file; name one, as in '\(path)/journey.txt'"
    case .tooLarge(let path, let bytes, let limit):
      "'\(path)' has \(bytes) bytes, expected at most \(limit); name another file"
    case .unusable(let path, let reason): "cannot use '\(path)': \(reason); name another file"
    }
  }
}
