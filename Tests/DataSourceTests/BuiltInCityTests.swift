import DataSourceInterface
import TestSupport
import Testing

@testable import DataSource

struct BuiltInCityTests {
  private func porto() throws -> Timetable {
    try CompiledCity(BuiltInCity.feed, as: .builtIn, name: BuiltInCity.name).timetable
  }

  @Test func `the built-in city runs on every day of the year`() throws {
    let services = try porto().services
    let start = try #require(ServiceDate(year: 2026, month: 1, dayOfMonth: 1)).day
    for day in start..<start + 365 {
      #expect((0..<services.count).contains { services.runs($0, on: ServiceDate(day: day)) })
    }
  }

  @Test(.enabled(if: SharedData.isThere))
  func `the built-in city has the stations of the agency's feed`() throws {
    let (ours, theirs) = (try porto(), try SharedData.timetable("feeds/porto-2026.zip"))
    #expect(ours.stationNames == theirs.stationNames && ours.stationNames.count == 85)
  }

  @Test(.enabled(if: SharedData.isThere))
  func `the built-in city has the lines of the agency's feed, in their colours`() throws {
    let (ours, theirs) = (try porto(), try SharedData.timetable("feeds/porto-2026.zip"))
    #expect(Set(ours.routes.name) == ["A", "B", "Bx", "C", "D", "E", "F"])
    #expect(ours.colors == theirs.colors)
  }

  @Test(.enabled(if: SharedData.isThere))
  func `the lines of the built-in city call at their stations in the agency's order`() throws {
    let (ours, theirs) = (try porto(), try SharedData.timetable("feeds/porto-2026.zip"))
    for line in ours.routes.name {
      #expect(ours.courses(of: line) == theirs.courses(of: line), "\(line)")
    }
  }
}

extension Timetable {
  fileprivate var stationNames: Set<String> {
    Set((0..<stations.count).map { place(ofStation: $0).name })
  }

  fileprivate var colors: [String: Int32] {
    Dictionary(zip(routes.name, routes.color), uniquingKeysWith: { first, _ in first })
  }

  /// The stations of a line's longest pattern, by direction.
  fileprivate func courses(of line: String) -> [Int8: [String]] {
    let numbers = (0..<patterns.count).filter { routes.name[Int(patterns.route[$0])] == line }
    return Dictionary(grouping: numbers) { patterns.direction[$0] }.mapValues { numbers in
      numbers.map { pattern in
        patterns.calls(of: pattern).map { place(ofStop: Int(patterns.stop[$0])).name }
      }.max { $0.count < $1.count } ?? []
    }
  }
}
