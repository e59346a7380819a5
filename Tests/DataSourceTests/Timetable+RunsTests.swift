import DataSourceInterface
import Foundation
import Mediator
import Testing

struct TimetableRunsTests {
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
  func `a feed in which nothing runs is no update of a city, and may be a first one`(
    file: String, text: String
  ) async throws {
    // Two days, which exceptions can take away.
    let feed = SampleFeed().with("calendar.txt", calendar("1,1,1,1,1,1,1,20260101,20260102"))
    let host = try await Host()
    try await host.install(feed, as: city)
    let old = try Data(contentsOf: host.folder.file(of: city))
    await #expect(throws: DataSourceError.losesJourneys(city)) {
      try await host.install(feed.with(file, text), as: city)
    }
    #expect(try Data(contentsOf: host.folder.file(of: city)) == old)
    #expect(try await host.perform(DataSource.timetable, city).trips.count == 2)
    let other = try CityID.named("other")
    for _ in 0..<2 { try await host.install(feed.with(file, text), as: other) }
    try await host.install(feed, as: other)
  }

  @Test func `a day that is added, or left of a week, is enough for an update`() async throws {
    let host = try await Host()
    try await host.install(as: city)
    let noWeek = SampleFeed().with("calendar.txt", calendar("0,0,0,0,0,0,0,20260101,20261231"))
    let dates = "service_id,date,exception_type\nall,"
    try await host.install(noWeek.with("calendar_dates.txt", dates + "20260505,1"), as: city)
    let twoDays = SampleFeed().with("calendar.txt", calendar("0,0,0,1,1,0,0,20260101,20260107"))
    try await host.install(twoDays.with("calendar_dates.txt", dates + "20260101,2"), as: city)
  }
}

/// A calendar of the service `all`: the seven days of its week, the first day and the last.
private func calendar(_ plan: String) -> String {
  """
  service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
  all,\(plan)
  """
}
