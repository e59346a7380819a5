import Console
import DataSourceInterface
import Documents
import TestSupport
import Testing

@testable import DataSource

struct BuiltInCityTests {
  private static let ours = Result {
    try CompiledCity(BuiltInCity.feed, as: .builtIn, name: BuiltInCity.name)
  }
  private static let theirs = Result { try SharedData.city("feeds/porto-2026.zip") }

  private func porto() throws -> Timetable { try Self.ours.get().timetable }
  private func agency() throws -> Timetable { try Self.theirs.get().timetable }

  @Test func `the built-in city is compiled without diagnostics`() throws {
    let feed = BuiltInCity.feed
    _ = try CompiledCity(feed, as: .builtIn, name: BuiltInCity.name)
    #expect(feed.diagnostics.all == [])
  }

  /// A Wednesday, a Saturday and a Sunday.
  private static let days = ["2025-09-17", "2025-09-20", "2025-09-21"]

  @Test(
    .enabled(if: SharedData.isAvailable), arguments: days.prefix(TestOptions.isThorough ? 3 : 1))
  func `the first and last departure and their number are close to those of the agency's feed`(
    date: String
  ) throws {
    let day = try #require(CalendarDate(date))
    let (ours, theirs) = (try Self.ours.get(), try Self.theirs.get())
    let (here, there) = (ours.spans(on: day), theirs.spans(on: day))
    #expect(Set(here.keys) == Set(there.keys) && here.count > 200)
    for (place, theirs) in there {
      let ours = try #require(here[place])
      #expect(abs(ours.first.seconds - theirs.first.seconds) <= 4 * 60, "\(place)")
      #expect(abs(ours.last.seconds - theirs.last.seconds) <= 2 * 60, "\(place)")
      #expect(abs(ours.count - theirs.count) <= 2, "\(place): \(ours.count), \(theirs.count)")
    }
  }

  @Test(.enabled(if: SharedData.isAvailable), arguments: [(5, 10), (10, 16), (16, 20), (20, 27)])
  func `the trains are as frequent as in the agency's feed in every part of a day`(
    from: Int, to: Int
  ) throws {
    let (ours, theirs) = (try porto(), try agency())
    let part = from * 3600..<to * 3600
    for date in Self.days {
      let day = try #require(CalendarDate(date))
      let (here, there) = (ours.starts(in: part, on: day), theirs.starts(in: part, on: day))
      #expect(Set(here.keys) == Set(there.keys))
      for (key, count) in there { #expect(abs((here[key] ?? 0) - count) <= 3, "\(key) on \(date)") }
    }
  }

  @Test(.enabled(if: SharedData.isAvailable))
  func `travel times differ from the agency's feed by at most one minute`() throws {
    let (ours, theirs) = (try porto(), try agency())
    let (here, there) = (ours.usualTimes, theirs.usualTimes)
    #expect(here.count == there.count && here.count == 20)
    for (course, times) in there {
      let found = try #require(here[course])
      #expect(zip(found, times).allSatisfy { abs($0 - $1) <= 60 }, "\(course)")
    }
  }

  @Test func `the built-in city runs on every day of the year`() throws {
    let services = try porto().services
    let start = try #require(CalendarDate(year: 2026, month: 1, dayOfMonth: 1)).day
    for day in start..<start + 365 {
      #expect((0..<services.count).contains { services.runs($0, on: CalendarDate(day: day)) })
    }
  }

  @Test(.enabled(if: SharedData.isAvailable))
  func `the built-in city has the stations of the agency's feed`() throws {
    let (ours, theirs) = (try porto(), try agency())
    #expect(ours.stationNames == theirs.stationNames && ours.stationNames.count == 85)
  }

  @Test(.enabled(if: SharedData.isAvailable))
  func `the built-in city has the lines of the agency's feed, in their colours`() throws {
    let (ours, theirs) = (try porto(), try agency())
    #expect(Set(ours.routes.name) == ["A", "B", "Bx", "C", "D", "E", "F"])
    #expect(ours.colors == theirs.colors)
  }

  @Test(.enabled(if: SharedData.isAvailable))
  func `the lines of the built-in city call at their stations in the agency's order`() throws {
    let (ours, theirs) = (try porto(), try agency())
    for line in ours.routes.name {
      #expect(ours.courses(of: line) == theirs.courses(of: line), "\(line)")
    }
  }
}

extension Timetable {
  fileprivate var stationNames: Set<String> {
    Set((0..<stations.count).map { stopReference(ofStation: $0).name })
  }

  fileprivate var colors: [String: Int32] {
    Dictionary(zip(routes.name, routes.color), uniquingKeysWith: { first, _ in first })
  }

  /// Returns the stations of a line's longest pattern, by direction.
  fileprivate func courses(of line: String) -> [Int8: [String]] {
    let numbers = (0..<patterns.count).filter { routes.name[Int(patterns.route[$0])] == line }
    return Dictionary(grouping: numbers) { patterns.direction[$0] }.mapValues { numbers in
      numbers.map { pattern in
        patterns.calls(of: pattern).map { stopReference(ofStop: Int(patterns.stop[$0])).name }
      }.max { $0.count < $1.count } ?? []
    }
  }
}

extension CompiledCity {
  /// Returns the first and last departures by station, line and direction.
  fileprivate func spans(on day: CalendarDate) -> [String: DepartureSpan] {
    var spans: [String: DepartureSpan] = [:]
    for station in 0..<timetable.stations.count {
      for span in departures(from: station, on: day) {
        let place = timetable.stopReference(ofStation: station).name
        spans["\(place), \(span.line.name) \(span.direction ?? -1)"] = span
      }
    }
    return spans
  }
}

extension Timetable {
  private func routeDirection(ofPattern pattern: Int) -> String {
    "\(routes.name[Int(patterns.route[pattern])]) \(patterns.direction[pattern])"
  }

  /// Returns the number of trains that start in a part of a day, by line and direction.
  fileprivate func starts(in part: Range<Int>, on day: CalendarDate) -> [String: Int] {
    var counts: [String: Int] = [:]
    for pattern in 0..<patterns.count {
      for trip in patterns.trips(of: pattern)
      where part.contains(Int(trips.start[trip]))
        && services.runs(Int(trips.service[trip]), on: day)
      {
        counts[routeDirection(ofPattern: pattern), default: 0] += 1
      }
    }
    return counts
  }

  /// The most frequent travel times from the first stop, by line, direction and stations.
  fileprivate var usualTimes: [[String]: [Int]] {
    var times: [[String]: [Int]] = [:]
    for pattern in 0..<patterns.count {
      let calls = patterns.calls(of: pattern)
      let course =
        [routeDirection(ofPattern: pattern)]
        + calls.map {
          stopReference(ofStop: Int(patterns.stop[$0])).name
        }
      let numbers = patterns.trips(of: pattern)
      let blocks = Dictionary(grouping: numbers) { trips.times[$0] }
      let usual = blocks.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value.first
      guard let trip = usual else { continue }
      times[course] = calls.indices.map {
        trips.arrival(of: trip, at: $0 - calls.lowerBound) - Int(trips.start[trip])
      }
    }
    return times
  }
}
