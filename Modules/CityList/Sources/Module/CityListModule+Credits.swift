import CityListInterface
public import Console
import DataSourceInterface
import Foundation
public import Mediator
import NetworkInterface

extension CityListModule: CreditedModule {
  /// The feeds of the cities that were brought here, by who publishes them.
  public static func credits(through mediator: Mediator) async throws -> [Credit] {
    let cities = try await mediator.perform(DataSource.cities).filter { !$0.isBuiltIn }
    let listed = try await mediator.perform(CityList.cities, CitySearch())
    let sources = Dictionary(listed.map { ($0.id, $0.source) }) { first, _ in first }
    return cities.map { Credit($0, from: sources[$0.id] ?? nil) }
  }
}

extension Credit {
  fileprivate init(_ city: City, from source: CitySource?) {
    let agency = city.agency.isEmpty ? "whom its feed does not name" : city.agency
    self.init(
      work: "\(city.name): timetable", author: source?.publisher ?? agency,
      licence: source?.licence, source: source.flatMap { URL(string: $0.feed)?.withoutSecrets })
  }
}
