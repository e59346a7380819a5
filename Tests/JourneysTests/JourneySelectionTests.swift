import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import ModuleTesting
import RoutingInterface
import Testing

@testable import Journeys

/// The slider of a selection. `JourneyEventsTests` has the events.
@Suite struct JourneySelectionTests {
  @Test(
    arguments: [
      ("2026-11-21T10:00:00Z", "2026-11-21", "23:00–23:10", nil),
      ("2026-11-21T23:30:00Z", "2026-11-21", "00:30⁺¹–00:40⁺¹", nil),
      ("2026-11-22T00:15:00Z", "2026-11-21", "00:30⁺¹–00:40⁺¹", nil),
      ("2026-11-22T02:50:00Z", "2026-11-21", nil, "2026-11-22 05:30–05:40"),
      ("2026-11-22T03:10:00Z", "2026-11-22", "05:30–05:40", nil),
    ] as [(String, String, String?, String?)])
  func `before 03:00, the slider is that of the running night`(
    now: String, date: String, timeRange: String?, next: String?
  ) async throws {
    let fixture = try await JourneysFixture(.nightTrains, now: now)
    let slider = try #require(try await fixture.selection().slider())
    #expect(slider.last.date.description == date)
    #expect(slider.journey?.timeRange.description == timeRange)
    #expect(
      slider.next.map { "\($0.date) \($0.journeys.map(\.timeRange.description).joined())" } == next)
  }

  @Test(
    arguments: [
      (.depart, "2026-11-27 05:00", "2026-11-27", "05:30–05:40"),
      (.depart, "2026-11-27 05:31", "2026-11-27", "23:00–23:10"),
      (.depart, "2026-11-27 24:20", "2026-11-27", "00:30⁺¹–00:40⁺¹"),
      (.depart, "2026-11-28 00:20", "2026-11-27", "00:30⁺¹–00:40⁺¹"),
      (.depart, "2026-11-28 00:31", "2026-11-27", nil),
      (.arrive, "2026-11-27 23:09", "2026-11-27", "05:30–05:40"),
      (.arrive, "2026-11-27 23:10", "2026-11-27", "23:00–23:10"),
      (.arrive, "2026-11-28 00:40", "2026-11-27", "00:30⁺¹–00:40⁺¹"),
    ] as [(JourneyTime.Bound, String, String, String?)])
  func `the slider starts at the date and time of the ends`(
    bound: JourneyTime.Bound, time: String, service: String, timeRange: String?
  ) async throws {
    let fixture = try await JourneysFixture(.nightTrains, now: "2026-11-21T23:30:00Z")
    let selection = fixture.selection(.sample(at: JourneyTime(bound, at: try LocalDateTime(time))))
    let slider = try #require(try await selection.slider())
    #expect(slider.last.date.description == service)
    #expect(slider.journey?.timeRange.description == timeRange)
    if timeRange == nil {
      #expect(slider.next?.date.description == "2026-11-28")
      let text = slider.text(on: Page(columns: 100))
      #expect(text.contains("no longer reachable: the last train leaves at 00:30⁺¹"), "\(text)")
    }
    // The key for the next departure forgets the time.
    selection.show(.now)
    #expect(try await selection.slider()?.last.date.description == "2026-11-21")
  }

  @Test
  func `the options show the departure that a person selects, or that it is after the last one`()
    async throws
  {
    let fixture = try await JourneysFixture(.nightTrains, now: "2026-11-21T05:00:00Z")
    let selection = fixture.selection()
    _ = try await selection.slider()
    var shown: [String] = []
    for _ in 0..<4 {
      if case .at(let time) = selection.current.shownOptions.time {
        shown.append("\(time.date) \(time.time.clock)")
      } else {
        shown.append("\(selection.current.shownOptions.time)")
      }
      selection.moveLater()
    }
    #expect(shown == ["now", "2026-11-21 23:00", "2026-11-22 00:30", "2026-11-22 00:31"])
  }

  /// Trains every day. After the last train to C, which leaves B at 00:38, one goes as far as D.
  private static let lateNetwork = SampleNetwork(
    stations: [("A", []), ("B", []), ("C", []), ("D", [])],
    trips: [
      .init("1a", line: "1", "A 24:28,B 24:34"), .init("1b", line: "1", "A 24:33,B 24:40"),
      .init("2a", line: "2", "B 24:38,C 24:58"), .init("3", line: "3", "B 24:43,D 24:52"),
      .init("4", line: "4", "D 6:00,C 6:05"),
    ])

  @Test(arguments: [
    ("2026-11-21T23:00:00Z", true), ("2026-11-22T00:29:00Z", true),
    ("2026-11-22T00:42:59Z", true), ("2026-11-22T00:43:01Z", false),
    ("2026-11-22T02:50:00Z", false),
  ])
  func `the alternative to the last train is shown until it has left`(
    now: String, isShown: Bool
  ) async throws {
    let fixture = try await JourneysFixture(Self.lateNetwork, now: now)
    var slider = try #require(try await fixture.selection().slider())
    #expect(
      slider.last.weakestLink?.alternative?.journey.timeRange.description == "00:43⁺¹–00:52⁺¹")
    for move in [{ $0.moveToLast() }, { $0.moveLater() }] as [(inout DepartureSlider) -> Void] {
      move(&slider)
      let text = slider.text(on: Page(columns: 100))
      #expect(text.contains("If you miss the 00:38⁺¹ at B") == isShown, "\(text)")
    }
  }

  /// Two places, 1,001 m from each other, each beside a station. A walk takes 1,085 s.
  private static let places = [0, 0.009].map {
    PointOfInterest(at: Coordinate(latitude: 41 + $0, longitude: -8.5))
  }

  @Test(
    arguments: [
      ("10:00", "12:00–12:05", "3 of 4"), ("18:00", "23:00–23:30", "4 of 4"),
      ("23:10", nil, "No train is left: the last journey left at 23:00; you can walk:"),
    ] as [(String, String?, String)])
  func `the direct walk is shown beside the trains, and is none of them`(
    now: String, timeRange: String?, text: String
  ) async throws {
    let network = SampleNetwork(
      stations: [("A", []), ("B", [])],
      trips: [
        .init("1", "A 9:00,B 9:05"), .init("2", "A 10:00,B 10:05"), .init("3", "A 12:00,B 12:05"),
        .init("slow", "A 23:00,B 23:30"),
      ],
      positions: ["A": Self.places[0].coordinate, "B": Self.places[1].coordinate]
        .compactMapValues(\.self))
    let fixture = try await JourneysFixture(network, now: "2026-11-21T\(now):01Z")
    let ends = OriginDestination(city: .builtIn, from: Self.places[0], to: Self.places[1])
    let slider = try #require(try await fixture.selection(ends).slider())
    #expect(slider.journeys.map(\.rides) == [1, 1, 1, 1])
    #expect(slider.journey?.timeRange.description == timeRange)
    #expect(slider.walk?.departure.clock == now && slider.next == nil)
    let drawing = slider.text(on: Page(columns: 100))
    #expect(drawing.contains(text) && drawing.contains("┊ walk "), "\(drawing)")
    #expect(!drawing.contains("no longer reachable"))
  }
}
