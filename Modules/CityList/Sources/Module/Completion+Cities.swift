import CityListInterface
import Console
import DataSourceInterface

extension Completion {
  /// The cities that are there.
  static let installedCities = Completion.by(DataSource.cities) { $0.map(\.id.description) }
  /// Those, and the ones that can be downloaded.
  static let knownCities = Completion.by(CityList.cities) { $0.map(\.id.description) }
}
