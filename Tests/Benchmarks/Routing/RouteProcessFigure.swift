import DataSourceInterface
import Foundation

/// Measures `metro route` as a whole process. It may take 7 ms more than an empty program in the
/// built-in city, and 9 ms more in one as large as Beijing.
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
    let times = try ProcessTimes(of: [program], emptyIn: fixture.folder)
    return [
      times.figure(
        "metro route", times.programs[0], atMostMore: options.feed == nil ? 7 : 9,
        because: "see 'metro route in Porto'; the rest opens the city and searches")
    ]
  }
}
