import DataSourceInterface
import Testing

struct TimetableTests {
  @Test(arguments: [("A", 0), ("C", 1), ("C2", 1), ("D", 2), ("X", nil), ("", nil)])
  func `the id of a stop leads to its station`(id: String, station: Int?) throws {
    #expect(try SampleFeed().timetable().station(ofStopID: id) == station)
  }
}
