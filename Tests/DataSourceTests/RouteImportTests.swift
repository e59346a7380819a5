import DataSourceInterface
import Testing

@testable import DataSource

struct RouteImportTests {
  private func routes(_ rows: String...) throws -> Timetable.Routes {
    let header = "route_id,agency_id,route_short_name,route_long_name,route_color"
    let text = ([header] + rows).joined(separator: "\n")
    return try RouteImport(SampleFeed().with("routes.txt", text).feed).sorted().routes
  }

  @Test(arguments: [("1,,A,Airport line,", "A"), ("1,,,Airport line,", "Airport line"), ("1", "1")])
  func `a line has its short name, else the long one, else its id`(row: String, name: String) throws
  {
    #expect(try Array(routes(row).name) == [name])
  }

  @Test(
    arguments: [("00FF7f", 0x00FF7F), ("000000", 0), ("", -1), ("red", -1), ("#00FF7F", -1)]
      as [(String, Int32)])
  func `a colour is six hexadecimal digits`(text: String, color: Int32) throws {
    #expect(try routes("1,,A,,\(text)").color[0] == color)
  }

  @Test func `lines are in the order of their ids, each once`() throws {
    let routes = try routes("b,,B", "a,,A", "b,,Again", ",,None")
    #expect(Array(routes.id) == ["", "a", "b"] && Array(routes.name) == ["None", "A", "B"])
  }
}
