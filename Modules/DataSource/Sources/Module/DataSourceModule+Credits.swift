public import Console
import DataSourceInterface
public import Mediator

extension DataSourceModule: CreditedModule {
  /// The built-in timetable; whoever brings a city here knows where it is from.
  public static func credits(through mediator: Mediator) async throws -> [Credit] {
    try await mediator.perform(DataSource.cities).filter(\.isBuiltIn).map { city in
      Credit(
        work: "\(city.name): timetable", author: "the Interchange authors, from public facts",
        licence: "MIT", source: "https://www.metrodoporto.pt")
    }
  }
}
