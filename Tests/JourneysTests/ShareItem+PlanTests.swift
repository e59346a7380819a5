import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import Mediator
import RoutingInterface
import ShareInterface
import Testing

@testable import Journeys

@Suite struct ShareItemPlanTests {
  private static let day =
    CalendarDate(year: 2026, month: 11, dayOfMonth: 20) ?? CalendarDate(day: 0)
  private static let city = City.sample(name: "Test", timeZone: "Asia/Shanghai")

  private static let clock = CityClock(
    LocalDateTime(date: day, time: ServiceTime(seconds: 6 * 3600)).instant(in: "Asia/Shanghai"),
    in: "Asia/Shanghai")

  private static func plan(_ times: (String, String)...) -> JourneyPlan {
    let journeys = times.compactMap { departure, arrival -> Journey? in
      guard let departure = ServiceTime(departure), let arrival = ServiceTime(arrival) else {
        return nil
      }
      return Journey(departure: departure, arrival: arrival, rides: 1, legs: [])
    }
    return JourneyPlan(
      city: .builtIn, date: day, from: PointOfInterest(id: "a&b", name: "A"),
      to: PointOfInterest(id: "c", name: "C"),
      journeys: journeys, reason: journeys.isEmpty ? "none" : nil)
  }

  @Test func `the journey with the earliest arrival is an event in the city's time zone`() throws {
    let plan = Self.plan(("08:00", "09:00"), ("08:10", "08:40"))
    let item = try ShareItem(
      plan, of: JourneyQuery(from: "A", to: "C"), in: Self.city, at: Self.clock, scheme: "app")
    let event = try #require(item.events.first)
    #expect(item.events.count == 1 && event.title == "A → C" && event.place == "A")
    #expect(event.start.formatted(.iso8601) == "2026-11-20T00:10:00Z")
    #expect(event.end.formatted(.iso8601) == "2026-11-20T00:40:00Z")
    let none = try ShareItem(
      Self.plan(), of: JourneyQuery(from: "A", to: "C"), in: Self.city, at: Self.clock,
      scheme: "app")
    #expect(none.events.isEmpty && none.text.contains("None"))
  }

  @Test func `for a latest arrival, the journey that leaves last is the event`() throws {
    let query = JourneyQuery(from: "A", to: "C", arrive: TimeExpression("09:00"))
    func event(_ plan: JourneyPlan) throws -> String? {
      try ShareItem(plan, of: query, in: Self.city, at: Self.clock, scheme: "app")
        .events.first?.start.formatted(.iso8601)
    }
    let plan = Self.plan(("08:20", "08:50"), ("08:40", "08:58"))
    #expect(try event(plan) == "2026-11-20T00:40:00Z")
    // The next journeys are those of the next day that arrive first.
    let next = JourneyPlan(
      city: .builtIn, date: Self.day, from: plan.from, to: plan.to, journeys: [],
      next: NextJourneys(date: Self.day, journeys: plan.journeys))
    #expect(try event(next) == "2026-11-20T00:20:00Z")
  }

  @Test func `without journeys, the next ones are shared with their date`() throws {
    let next = Self.plan(("06:00", "06:40"), ("24:10", "24:40"))
    let tomorrow = CalendarDate(day: Self.day.day + 1)
    let place = PointOfInterest(at: Coordinate(latitude: 41.15, longitude: -8.61), name: "Home")
    let plan = JourneyPlan(
      city: .builtIn, date: Self.day, from: place, to: next.to, journeys: [],
      reason: "the last train left at 23:00",
      next: NextJourneys(date: tomorrow, journeys: next.journeys))
    let item = try ShareItem(
      plan, of: JourneyQuery(from: "Home", to: "C"), in: Self.city, at: Self.clock, scheme: "app")
    #expect(item.text.contains("The last train left at 23:00; first trains on Sat 21 Nov 2026:"))
    #expect(item.events.map { $0.start.formatted(.iso8601) } == ["2026-11-20T22:00:00Z"])
    #expect(
      item.link == "app://routing/plan?from=%4041.15%2C-8.61&to=id:c&city=porto&date=2026-11-21"
        + "&depart=06:00")
  }

  @Test(arguments: [
    ("2026-10-24", "24:30", "2026-10-25T04:30:00Z"),
    ("2026-10-31", "25:30", "2026-11-01T05:30:00Z"),
    ("2026-03-07", "26:30", "2026-03-08T07:30:00Z"),
    ("2026-03-08", "08:00", "2026-03-08T12:00:00Z"),
  ])
  func `an event at night has the instant that clocks show`(
    date: String, time: String, instant: String
  ) throws {
    let date = try #require(CalendarDate(date))
    let departure = try #require(ServiceTime(time))
    let plan = JourneyPlan(
      city: .builtIn, date: date, from: PointOfInterest(id: "a", name: "A"),
      to: PointOfInterest(id: "c", name: "C"),
      journeys: [
        Journey(
          departure: departure, arrival: ServiceTime(seconds: departure.seconds + 600), rides: 1,
          legs: [])
      ])
    let query = JourneyQuery(
      from: "A", to: "C", date: DayExpression(date), depart: TimeExpression(departure))
    let item = try ShareItem(
      plan, of: query, in: .sample(timeZone: "America/New_York"), at: Self.clock, scheme: "app")
    #expect(item.events.map { $0.start.formatted(.iso8601) } == [instant])
    #expect(item.link?.hasSuffix("date=\(date)&depart=\(time)") == true)
  }

  @Test(arguments: [
    (JourneyQuery(from: "A", to: "C"), "depart=08:00"),
    (JourneyQuery(from: "A", to: "C", arrive: .minutesFromNow(30)), "arrive=06:30"),
    (JourneyQuery(from: "A", to: "C", depart: .now), "depart=06:00"),
    (JourneyQuery(from: "A", to: "C", arrive: TimeExpression("25:10")), "arrive=25:10"),
    (
      JourneyQuery(
        from: "A", to: "C", depart: TimeExpression("07:00"), until: TimeExpression("09:00"),
        avoid: "1,X"),
      "depart=07:00&until=09:00&avoid=1%2CX"
    ),
    (JourneyQuery(from: "A", to: "C", last: true, changeTime: 60), "last=true&changeTime=60"),
    (
      JourneyQuery(
        from: "A", to: "C", depart: TimeExpression("07:00"), by: .fewestChanges, via: "B C"),
      "depart=07:00&by=fewest-changes&via=B%20C"
    ),
  ])
  func `the link repeats the query for the same day and city`(query: JourneyQuery, end: String)
    async throws
  {
    let item = try ShareItem(
      Self.plan(("08:00", "09:00")), of: query, in: Self.city, at: Self.clock, scheme: "app")
    let link = try #require(item.link)
    #expect(
      link == "app://routing/plan?from=id:a%26b&to=id:c&city=porto&date=2026-11-20&" + end)
    let mediator = Mediator()
    try mediator.answer(Journeys.plan) { asked in
      #expect(
        asked.from == "id:a&b" && asked.date == DayExpression(Self.day) && asked.city == .builtIn)
      #expect(asked.via == query.via && asked.by == query.by)
      return Self.plan()
    }
    _ = try await mediator.perform(url: link)
  }

  @Test func `the link contains every field of the query`() async throws {
    let query = JourneyQuery(
      from: "id:a&b", to: "id:c", city: .builtIn, date: DayExpression(Self.day),
      depart: TimeExpression("07:00:30"),
      arrive: TimeExpression("25:10"), until: TimeExpression("09:00"), first: true, last: false,
      changeTime: 60, by: .leastWalking, via: "B C", avoid: "1,X", walk: 400, stepFree: true)
    for field in Mirror(reflecting: query).children {
      let label = try #require(field.label)
      #expect("\(field.value)" != "nil", "give \(label) a value in this test")
    }
    let link = try Journeys.plan.url(for: query, scheme: "app")
    let mediator = Mediator()
    try mediator.answer(Journeys.plan) { parsed in
      #expect(parsed == query)
      return Self.plan()
    }
    _ = try await mediator.perform(url: link)
  }
}
