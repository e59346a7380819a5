public import Console
import DataSourceInterface
public import Mediator

extension DataSourceModule: CreditedModule {
  /// The timetables of the cities that are there.
  public static func credits(through mediator: Mediator) async throws -> [Credit] {
    try await mediator.perform(DataSource.cities).map { city in
      let agency = city.agency.isEmpty ? "whom its feed does not name" : city.agency
      return Credit(
        work: "\(city.name): timetable",
        author: city.isBuiltIn ? "the Interchange authors, from public facts" : agency,
        licence: city.isBuiltIn ? "MIT" : nil,
        source: city.isBuiltIn ? "https://www.metrodoporto.pt" : nil)
    }
  }
}
