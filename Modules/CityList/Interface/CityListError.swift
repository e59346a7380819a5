public import DataSourceInterface
public import Mediator

/// Why a city could not be listed, added, updated or removed.
public enum CityListError: ModuleError {
  /// The catalogue has no city with this id; `nearest` is a similar one.
  case unknownCity(CityID, nearest: String?)
  /// The city was installed from a file, so it has no address to update it from.
  case noAddress(CityID)
  /// The address is not encrypted, and the request does not allow that.
  case plainHTTP(String)
  /// The city is being downloaded, installed or updated.
  case busy(CityID)
  /// The catalogue's file cannot be written.
  case storage(String, reason: String)

  public var kind: FailureKind {
    switch self {
    case .unknownCity: .notFound
    case .plainHTTP: .badInput
    case .noAddress, .busy, .storage: .failed
    }
  }

  public var description: String {
    switch self {
    case .unknownCity(let city, let nearest):
      "no city '\(city)' in the catalogue"
        + nearest.suggestion(
          or: "run 'metro cities' for the list, or add it with 'metro city add'")
    case .noAddress(let city):
      "'\(city)' was installed from a file and has no feed address; "
        + "add it again with 'metro city add'"
    case .plainHTTP(let url):
      "'\(url)' is not encrypted; use an address with https, or allow this one with '--plain-http'"
    case .busy(let city):
      "'\(city)' is being downloaded or installed already; wait until that has finished"
    case .storage(let path, let reason):
      "cannot store the feed address in '\(path)': \(reason); "
        + "choose a data folder that can be written"
    }
  }
}
