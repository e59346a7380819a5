import BookmarksInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import Mediator
import ModuleTesting
import NewsInterface
import Platform
import RoutingFixture
import RoutingInterface
import Scenes
import Testing

@testable import Journeys

/// The modules Journeys and Routing with a data source that has one network.
struct JourneysFixture {
  /// A Monday.
  static let monday = CalendarDate(day: 20_773)

  let harness: ModuleHarness
  /// The current time.
  let time: Lock<Date>
  /// The notices of which `News.concerning` returns those that concern what was asked.
  let notices = Lock<[NewsItem]>([])
  /// What `DataSource` returns.
  let dataSource: DataSourceStub
  /// The journeys that `Bookmarks.history` returns.
  let history: Lock<[HistoryEntry]>

  /// - Parameters:
  ///   - now: The time at the beginning, in ISO 8601.
  ///   - departures: The departures of every station.
  ///   - bookmarks: The stored bookmarks.
  ///   - planned: The journeys that were planned before, newest first.
  init(
    _ network: SampleNetwork = .weekdayNetwork, now: String = "2026-11-16T12:00:00Z",
    departures: [DepartureSpan] = [], bookmarks: [Bookmark] = [],
    planned: [HistoryEntry] = []
  ) async throws {
    let time = Lock(try Date(now, strategy: .iso8601))
    self.time = time
    let history = Lock(planned)
    self.history = history
    harness = try await ModuleHarness(
      JourneysModule.self, others: [.routing], now: { time.withLock(\.self) })
    let city = City.sample(
      name: network.name, lastDate: CalendarDate(day: Int(network.lastDay)))
    dataSource = DataSourceStub(network, cities: [city]) {
      .sample($0, date: $1, departures: departures)
    }
    try dataSource.stub(on: harness.mediator)
    try harness.stub(News.concerning) { [notices] part in
      notices.withLock(\.self).filter { $0.concerns(part) }
    }
    try harness.stub(Bookmarks.list) { _ in bookmarks }
    try harness.stub(Bookmarks.history) { _ in history.withLock(\.self) }
    try harness.stub(Bookmarks.find) { reference in
      guard let bookmark = bookmarks.first(where: { $0.name == reference.name }) else {
        throw BookmarksError.unknownBookmark(reference.name, nearest: nil)
      }
      return bookmark
    }
  }

  func perform<Input, Output>(
    _ action: Action<Input, Output>, _ input: Input
  ) async throws -> Output {
    try await harness.mediator.perform(action, input)
  }

  /// The state of a Journey scene.
  func selection(_ ends: OriginDestination = .sample()) -> JourneySelection {
    JourneySelection(ends, harness.mediator)
  }
}

extension HistoryEntry {
  /// A journey between two stations of the same ids and names.
  static func sample(_ from: String, _ to: String, count: Int = 1, daysAgo: Int = 0) -> HistoryEntry
  {
    func place(_ name: String) -> PointOfInterest {
      PointOfInterest(id: name, name: TranslatedName(name))
    }
    return HistoryEntry(
      askedAt: Date(timeIntervalSince1970: 1_800_000_000 - Double(daysAgo) * 86400),
      city: .builtIn, from: place(from), to: place(to), count: count)
  }
}

extension OriginDestination {
  /// From station A to station C.
  static func sample(
    at time: JourneyTime? = nil, optionsOf query: JourneyQuery? = nil
  ) -> OriginDestination {
    OriginDestination(
      city: .builtIn, from: PointOfInterest(id: "A", name: "A"),
      to: PointOfInterest(id: "C", name: "C"), at: time, optionsOf: query)
  }
}

extension CityClock {
  /// The clock of a city without summer time that shows a local time.
  init(showing now: LocalDateTime) {
    self.init(now.instant(in: "UTC"), in: "UTC")
  }
}

extension LocalDateTime {
  /// Reads a text such as `2026-11-20 23:30`.
  init(_ text: String) throws {
    let parts = text.split(separator: " ").map(String.init)
    self.init(
      date: try #require(CalendarDate(parts[0])), time: try #require(ServiceTime(parts[1])))
  }
}

extension SampleNetwork {
  /// Trains from Monday to Friday, and one line on Sundays, for the month after
  /// `JourneysFixture.monday`.
  static let weekdayNetwork = SampleNetwork(
    name: "Test", stations: [("A", []), ("B", []), ("C", []), ("Depot", []), ("Island", [])],
    trips: [
      .init("1a", line: "1", "A 6:00,B 6:10,C 6:20"), .init("1b", line: "1", "A 23:00,B 23:10"),
      .init("2a", line: "2", "B 23:14,C 23:20"), .init("3a", line: "Ring", "A 8:00,C 8:05"),
      .init("0", line: "1", "Depot 4:00,A 4:10"), .init("b", line: "1", "B 7:00,A 7:10"),
      .init("i", line: "9", "Island 9:00,Depot 9:30"),
      .init("s", line: "S", service: 1, "A 10:00,Island 11:00"),
    ], services: [0b001_1111, 0b100_0000], lastDay: Int32(JourneysFixture.monday.day) + 30)

  /// Trains every day; the last one of a night belongs to the new day.
  static let nightTrains = SampleNetwork(
    stations: [("A", []), ("C", [])],
    trips: [
      .init("morning", "A 5:30,C 5:40"), .init("evening", "A 23:00,C 23:10"),
      .init("owl", "A 0:30,C 0:40"),
    ])
}

extension DepartureSlider {
  /// What the Journey scene shows of the slider, without alternatives.
  func text(on page: Page) -> String {
    let summary: [Block] = journey.map { [.paragraph($0.summary, .title)] } ?? []
    let drawing = Block.group(summary + JourneyPartsView.parts.document(of: parts).blocks)
    return page.text(
      of: DepartureSliderView.head(self) + [drawing] + DepartureSliderView.notes(self))
  }
}
