import DataSourceInterface
import Foundation
import Mediator
import Testing

struct TimetableServiceDaysTests {
  private let city: CityID

  init() throws {
    city = try .named("sample")
  }

  @Test(arguments: [
    ("stop_times.txt", "trip_id,arrival_time,departure_time,stop_id,stop_sequence"),
    ("calendar.txt", calendar("0,0,0,0,0,0,0,20260101,20261231")),
    ("calendar.txt", calendar("1,1,1,1,1,1,1,20270101,20261231")),
    ("calendar.txt", calendar("0,0,1,0,0,0,0,20260101,20260106")),
    ("calendar_dates.txt", "service_id,date,exception_type\nall,20260101,2\nall,20260102,2"),
  ])
  func `a feed without a running trip cannot replace a city, but can be installed as a new one`(
    file: String, text: String
  ) async throws {
    // Two days, which exceptions can take away.
    let feed = SampleFeed().with("calendar.txt", calendar("1,1,1,1,1,1,1,20260101,20260102"))
    let fixture = try await DataSourceModuleFixture()
    try await fixture.install(feed, as: city)
    let old = try Data(contentsOf: fixture.folder.file(of: city))
    await #expect(throws: DataSourceError.replacementWithoutTrips(city)) {
      try await fixture.install(feed.with(file, text), as: city)
    }
    #expect(try Data(contentsOf: fixture.folder.file(of: city)) == old)
    #expect(try await fixture.perform(DataSource.timetable, city).trips.count == 2)
    let other = try CityID.named("other")
    for _ in 0..<2 { try await fixture.install(feed.with(file, text), as: other) }
    try await fixture.install(feed, as: other)
  }

  @Test func `one day with a service is enough to replace a city`() async throws {
    let fixture = try await DataSourceModuleFixture()
    try await fixture.install(as: city)
    let noWeek = SampleFeed().with("calendar.txt", calendar("0,0,0,0,0,0,0,20260101,20261231"))
    let dates = "service_id,date,exception_type\nall,"
    try await fixture.install(noWeek.with("calendar_dates.txt", dates + "20260505,1"), as: city)
    let twoDays = SampleFeed().with("calendar.txt", calendar("0,0,0,1,1,0,0,20260101,20260107"))
    try await fixture.install(twoDays.with("calendar_dates.txt", dates + "20260101,2"), as: city)
  }
}

/// Returns a calendar for the service `all`, from its seven weekdays, first and last day.
private func calendar(_ plan: String) -> String {
  """
  service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
  all,\(plan)
  """
}
