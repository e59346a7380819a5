import Console
import DataSourceInterface
import Documents
import Testing

@testable import DataSource

struct ServiceImportTests {
  private let plan = """
    service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
    week,1,1,1,1,1,0,0,20260105,20260111
    """

  private func services(calendar: String?, dates: String?) throws -> ServiceImport {
    let feed = SampleFeed().with("calendar.txt", calendar).with("calendar_dates.txt", dates)
    return try ServiceImport(feed.feed)
  }

  /// Returns the days from 4 to 12 January 2026 on which the first service runs. The 5th is a
  /// Monday.
  private func days(_ imported: ServiceImport) -> [Int] {
    (4...12).filter { day in
      CalendarDate(year: 2026, month: 1, dayOfMonth: day).map { imported.services.runs(0, on: $0) }
        ?? false
    }
  }

  @Test func `a weekly plan runs on its weekdays between its two dates`() throws {
    #expect(try days(services(calendar: plan, dates: nil)) == [5, 6, 7, 8, 9])
  }

  @Test func `exceptions add and remove days`() throws {
    let dates = "service_id,date,exception_type\nweek,20260111,1\nweek,20260106,2\nweek,20260110,1"
    #expect(try days(services(calendar: plan, dates: dates)) == [5, 7, 8, 9, 10, 11])
  }

  @Test func `a service can have exceptions only`() throws {
    let dates = "service_id,date,exception_type\nx,20260108,1\nx,20260106,1\nx,20260107,2"
    #expect(try days(services(calendar: nil, dates: dates)) == [6, 8])
  }

  @Test func `a day that is added and removed is added, whatever the order of the rows`() throws {
    let rows = ["x,20260106,1", "x,20260106,2"]
    for rows in [rows, rows.reversed()] {
      let dates = (["service_id,date,exception_type"] + rows).joined(separator: "\n")
      #expect(try days(services(calendar: nil, dates: dates)) == [6])
    }
  }

  @Test(
    arguments: [
      "bad,1,1,1,1,1,1,1,01/05/2026,20260111", "bad,1,1,1,1,1,1,1,20260111,20260105",
      "bad,1,1,1,1,1,1,1,20260105",
    ])
  func `a plan with invalid dates is left out`(row: String) throws {
    let services = try services(calendar: "\(plan)\n\(row)", dates: nil)
    #expect(services.services.count == 2 && services.never == 1)
  }

  @Test func `a calendar may be empty`() throws {
    let services = try services(calendar: nil, dates: "service_id,date\n")
    #expect(services.services.count == 1 && services.never == 0)
    #expect(days(services) == [])
    let feed = SampleFeed().with("calendar.txt", "service_id").feed
    let city = try CompiledCity(feed, as: .builtIn, name: "Sample")
    #expect(city.timetable.trips.count == 2)
    #expect(feed.diagnostics.all.map(\.problem) == [.noDay, .unknownService])
  }

  @Test func `a feed without a calendar is rejected`() {
    let reason = "calendar.txt and calendar_dates.txt are both missing; expected at least one"
    #expect(throws: FeedRejection(reason)) { try services(calendar: nil, dates: nil) }
  }
}
