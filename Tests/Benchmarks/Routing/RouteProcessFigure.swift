import DataSourceInterface
import Foundation

/// Measures `metro route` as a whole process, compared with a program that imports Foundation and
/// only prints. The bar allows 9 ms more than the 6.9 ms of that.
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
    var empty = try Program.empty(in: fixture.folder)
    empty.environment = program.environment
    var (times, baselines): ([Double], [Double]) = ([], [])
    for _ in 0..<40 {
      times.append(try program.run().processor * 1e3)
      baselines.append(try empty.run().processor * 1e3)
    }
    return [
      Figure(
        "metro route, CPU", .quickest(times, baselines), "ms", ratio: .atMost(2.3),
        because:
          "half of it is the start, see 'metro route in Porto'; the rest opens the city and searches"
      )
    ]
  }
}
