import DataSourceInterface
import Foundation

/// Measures `metro route` as a whole process.
enum RouteProcessFigure {
  static func figures(_ fixture: RoutingFixture, _ options: Options) throws -> [Figure] {
    guard var program = Program.metro(options),
      let query = RandomQuery.queries(1, for: fixture.timetable, seed: options.seed).first
    else { return [] }
    func id(_ station: Int) -> String {
      "id:\(fixture.timetable.stopReference(ofStation: station).id)"
    }
    program.arguments = [
      "route", id(query.from), id(query.to), "--date", "\(fixture.date)", "--depart", "08:00",
    ]
    program.environment = ["METRO_HOME": fixture.folder.path]
    let times = try (0..<40).map { _ in try program.run().wall * 1e3 }
    return [Figure("metro route, a process", times.median, "ms", bar: .atMost(40))]
  }
}
