import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import Mediator
import RoutingInterface
import TestSupport
import Testing

@testable import Routing

@Suite struct CommandGoTests {
  private static let home = Place(id: "h", name: "Home Street")
  private static let office = Place(id: "o", name: "Office Park")

  /// The question that the command asks about a bookmark.
  private func question(
    about bookmark: Bookmark, _ parameters: Parameters
  ) async throws -> (JourneyQuery?, [JourneyPlanned]) {
    let mediator = Mediator()
    let asked = Recorder<JourneyQuery>()
    let planned = Recorder<JourneyPlanned>()
    let subscription = mediator.follow(JourneyPlanned.self) { planned.record($0) }
    try mediator.answer(Bookmarks.find) { _ in bookmark }
    try mediator.answer(DataSource.city) { _ in
      City(
        id: .builtIn, name: "Test", agency: "", timeZone: "UTC", firstDate: ServiceDate(day: 0),
        lastDate: ServiceDate(day: 0), stations: 0, lines: 0, isBuiltIn: true, isCurrent: true)
    }
    try mediator.answer(Routing.plan) { query in
      asked.record(query)
      return JourneyPlan(
        city: .builtIn, date: ServiceDate(day: 0), from: Self.home, to: Self.office, journeys: [])
    }
    let invocation = Invocation(
      parameters: parameters, mediator: mediator, progress: ProgressReporter { _, _ in })
    _ = try await Command.go.run(invocation)
    withExtendedLifetime(subscription) {}
    return (asked.values.first, planned.values)
  }

  @Test func `a journey is asked for from its start, or from where one is`() async throws {
    let bookmark = Bookmark(name: "Work", city: .builtIn, from: Self.home, to: Self.office)
    let (query, planned) = try await question(about: bookmark, ["name": "work"])
    #expect(query == JourneyQuery(from: "id:h", to: "id:o", city: .builtIn))
    #expect(planned.count == 1)
    let (other, _) = try await question(about: bookmark, ["name": "work", "from": "Elsewhere"])
    #expect(other?.from == "Elsewhere" && other?.to == "id:o")
  }

  @Test func `to a station one says where one is`() async throws {
    let bookmark = Bookmark(name: "Home", city: .builtIn, from: Self.home)
    let (query, _) = try await question(about: bookmark, ["name": "home", "from": "Elsewhere"])
    #expect(query == JourneyQuery(from: "Elsewhere", to: "id:h", city: .builtIn))
    await #expect(throws: CommandLineError.missingArgument("from", usage: "metro go Home FROM")) {
      try await question(about: bookmark, ["name": "home"])
    }
  }
}
