import Console
import DataSourceInterface
import Documents
import Foundation
import Mediator
import ModuleTesting
import Testing

@testable import DataSource

struct FeedReportTests {
  private func check(_ feed: SampleFeed) async throws -> FeedReport {
    let fixture = try await DataSourceModuleFixture()
    let file = try fixture.folder.write(feed.zip, to: "feed.zip")
    let report = try await fixture.perform(DataSource.check, FeedCheck(file: file.path))
    #expect(fixture.folder.files == ["feed.zip"])
    return report
  }

  @Test func `a feed is validated without being installed`() async throws {
    let report = try await check(SampleFeed())
    #expect(report.rejection == nil && report.diagnostics == [])
    let contents = try #require(report.contents)
    #expect(contents.agency == "Metro" && contents.stations == 3 && contents.lines == 2)
    #expect(contents.trips == 2 && contents.lastDate.description == "2026-12-31")
  }

  @Test(arguments: [("20000101", true), ("99991231", false)])
  func `a feed whose last day is over is valid, and reported as expired`(
    last: String, isExpired: Bool
  ) async throws {
    let plan = "service_id,monday,start_date,end_date\nall,1,19990101,\(last)"
    let report = try await check(SampleFeed().with("calendar.txt", plan))
    #expect(report.rejection == nil && report.contents?.isExpired == isExpired)
  }

  @Test func `a report names every file and column that is not used`() async throws {
    let feed = SampleFeed().with("shapes.txt", "shape_id\n").with("notes.txt", "")
      .with("agency.txt", "agency_id,agency_name,agency_timezone,x,,x\nM,Metro,UTC,,,")
    let report = try await check(feed)
    #expect(
      report.unused == [
        .init(file: "agency.txt", columns: ["x", "x"]), .init(file: "notes.txt", columns: nil),
        .init(file: "shapes.txt", columns: nil),
      ])
  }

  @Test func `the trips of an agency with other clocks run on no day`() async throws {
    let report = try await check(
      SampleFeed().adding(to: "agency.txt", "P,Paris Metro,Europe/Paris")
        .adding(to: "routes.txt", "3,P,Three,,").adding(to: "trips.txt", "t3,3,all,,0")
        .adding(to: "stop_times.txt", "t3,9:00:00,9:00:00,A,1", "t3,9:10:00,9:10:00,D,2"))
    let trips = report.diagnostics.filter { $0.problem == .otherTimeZone }
    #expect(trips.flatMap(\.examples) == [.init(line: 4, value: "t3")])
    let agencies = report.diagnostics.filter { $0.problem == .severalTimeZones }
    #expect(agencies.flatMap(\.examples) == [.init(line: 3, value: "P (Europe/Paris)")])
  }

  @Test func `bytes after the end of the archive are reported`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let file = try fixture.folder.write(SampleFeed().zip + [1, 2, 3], to: "feed.zip").path
    let report = try await fixture.perform(DataSource.check, FeedCheck(file: file))
    #expect(report.diagnostics.map(\.problem) == [.surplusBytes])
    let city = try await fixture.perform(
      DataSource.install, InstallRequest(city: .named("sample"), file: file))
    #expect(city.stations == 3 && city.dropped == 0)
  }

  @Test func `the report of a rejected feed contains the diagnostics found before`() async throws {
    let report = try await check(
      SampleFeed().adding(to: "stops.txt", "A,Again,1,1,,").with("trips.txt", nil))
    #expect(report.rejection?.hasPrefix("trips.txt is missing") == true && report.contents == nil)
    #expect(report.diagnostics.map(\.problem) == [.repeatedID])
  }

  @Test func `a file that is not an archive is rejected, and a missing file is an error`()
    async throws
  {
    let fixture = try await DataSourceModuleFixture()
    let page = try fixture.folder.write(Array("<html>".utf8), to: "page.zip").path
    let report = try await fixture.perform(DataSource.check, FeedCheck(file: page))
    #expect(report.rejection?.hasPrefix("it is not a zip archive") == true)
    await #expect(throws: DataSourceError.missingFile("missing.zip")) {
      try await fixture.perform(DataSource.check, FeedCheck(file: "missing.zip"))
    }
  }

  @Test func `an installed city has the number of dropped and repaired rows`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let feed = SampleFeed().adding(to: "stops.txt", "A,Again,1,1,,", "P,Pier,99,1,,")
    let city = try await fixture.install(feed, as: .named("sample"))
    #expect(city.dropped == 1 && city.repaired == 1)
    #expect(try await fixture.perform(DataSource.city, CityQuery(city: city.id)) == city)
  }

  @Test func `a cancelled import leaves no files`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let city = try CityID.named("sample")
    let file = try fixture.folder.write(SampleFeed().zip, to: "feed.zip").path
    let fractions = Recorder<Double>()
    let subscription = fixture.mediator.follow(ImportProgressed.self) { event in
      fractions.record(event.fraction)
      withUnsafeCurrentTask { $0?.cancel() }
    }
    let install = Task {
      try await fixture.perform(DataSource.install, InstallRequest(city: city, file: file))
    }
    await #expect(throws: CancellationError.self) { try await install.value }
    #expect(fractions.values == [0.1] && fixture.folder.files == ["feed.zip"])
    withExtendedLifetime(subscription) {}
  }
}
