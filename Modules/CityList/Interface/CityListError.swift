public import Mediator

/// Why a city could not be added.
public enum CityListError: ModuleError {
  /// What came from the web could not be kept for the import.
  case cannotKeep(String, reason: String)

  /// What kind of failure it is.
  public var kind: FailureKind {
    switch self {
    case .cannotKeep: .failed
    }
  }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .cannotKeep(let url, let reason):
      "cannot keep what '\(url)' gave: \(reason); free some space in the temporary folder"
    }
  }
}
