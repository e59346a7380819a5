import CityListInterface
public import Console
import DataSourceInterface
import Foundation
public import Mediator
import NetworkInterface

extension CityListModule: CreditedModule {
  /// The feeds of the cities that were brought here: by whoever publishes what was downloaded, or by
  /// whom a file names.
  public static func credits(through mediator: Mediator) async throws -> [Credit] {
    let cities = try await mediator.perform(DataSource.cities).filter { !$0.isBuiltIn }
    let sources = try await downloaded(through: mediator)
    return cities.map { Credit($0, from: sources[$0.id]) }
  }

  /// Where the installed cities come from, those that came from a file left out; where nobody answers
  /// for downloads, the feeds' own word remains.
  private static func downloaded(through mediator: Mediator) async throws -> [CityID: CitySource] {
    do {
      // While a newer feed is on its way, the older one is still theirs.
      let addresses = Set(try await mediator.perform(Network.downloads).map(\.url))
      let sources = try await mediator.perform(CityList.cities, CitySearch()).compactMap(\.source)
      return Dictionary(
        sources.filter { addresses.contains($0.feed) }.map { ($0.id, $0) }
      ) { first, _ in first }
    } catch is MediatorError {
      return [:]
    }
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
