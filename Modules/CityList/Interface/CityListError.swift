public import DataSourceInterface
public import Mediator

/// Why a city could not be listed, added, updated or removed.
public enum CityListError: ModuleError {
  /// The catalogue has no city with this id; `nearest` is a similar one.
  case unknownCity(CityID, nearest: String?)
  /// The city is not known, and the catalogue at the address of the setting cannot be read.
  case unreadableCatalogue(CityID, reason: String)
  /// The address of the catalogue did not answer in time.
  case slowCatalogue(String, after: Duration)
  /// The catalogue has no address to update the city from.
  case noAddress(CityID)
  /// The feed is neither a file nor an address.
  case missingFile(String)
  /// The city is being downloaded, installed or updated.
  case busy(CityID)
  /// The city is not being downloaded or installed by this process.
  case notRunning(CityID)
  /// The catalogue's file cannot be written.
  case storage(String, reason: String)

  public var kind: FailureKind {
    switch self {
    case .unknownCity, .missingFile: .notFound
    case .unreadableCatalogue, .slowCatalogue, .noAddress, .busy, .notRunning, .storage: .failed
    }
  }

  public var description: String {
    switch self {
    case .unknownCity(let city, let nearest):
      "no city '\(city)' in the catalogue"
        + nearest.suggestion(
          or: "'cities' lists them; add another one from its feed")
    case .unreadableCatalogue(let city, let reason):
      "no city '\(city)' in the catalogue, and the address in 'city-list.catalogue-url' cannot be "
        + "read: \(reason)"
    case .slowCatalogue(let address, let limit):
      "'\(address)' took longer than \(limit.components.seconds) s; try again later"
    case .noAddress(let city):
      "'\(city)' has no feed address; add it again with one"
    case .missingFile(let path):
      "no file '\(path)'; check the path, or begin an address with 'https://'"
    case .busy(let city):
      "'\(city)' is being downloaded or installed already; wait until that has finished"
    case .notRunning(let city):
      "'\(city)' is not being downloaded or installed here; stop it with Ctrl-C where it runs"
    case .storage(let path, let reason):
      "cannot store the feed address in '\(path)': \(reason); "
        + "choose a data folder that can be written"
    }
  }
}
