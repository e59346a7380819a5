public import DataSourceInterface
public import Mediator

/// Why the list of cities could not do as it was asked.
public enum CityListError: ModuleError {
  /// No city of that id is in the catalogue; the nearest is offered.
  case unknownCity(CityID, nearest: String?)
  /// The city came from a file, so that there is nowhere to ask for a newer one.
  case noAddress(CityID)
  /// The city is on its way already.
  case busy(CityID)
  /// The catalogue's own file cannot be written.
  case storage(String, reason: String)

  /// What kind of failure it is.
  public var kind: FailureKind {
    switch self {
    case .unknownCity: .notFound
    case .noAddress, .busy, .storage: .failed
    }
  }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .unknownCity(let city, let nearest):
      "no city '\(city)' in the catalogue"
        + nearest.suggestion(or: "list them with 'metro cities', or add one with its address")
    case .noAddress(let city):
      "'\(city)' came from a file, and nobody says where there is a newer one; add it again"
    case .busy(let city): "'\(city)' is on its way already; wait until it has arrived"
    case .storage(let path, let reason):
      "cannot keep the address in '\(path)': \(reason); choose a data folder that can be written"
    }
  }
}
