import DataSourceInterface
import Foundation
import Testing

struct LineColorTests {
  @Test(arguments: [("199FDA", 0x199FDA), ("ebbc14", 0xEBBC14), ("000000", 0), ("00000a", 10)])
  func `six hexadecimal digits are a colour`(text: String, rgb: UInt32) throws {
    let color = try #require(LineColor(text))
    #expect(color.rgb == rgb && color.description == text.uppercased())
    let json = try JSONEncoder().encode([color])
    #expect(try JSONDecoder().decode([LineColor].self, from: json) == [color])
  }

  @Test(arguments: ["", "red", "#199FDA", "199FD", "199FDAA", "-12345", "+12345", "19 FDA"])
  func `other texts are not colours`(text: String) throws {
    #expect(LineColor(text) == nil)
    let json = try JSONEncoder().encode([text])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([LineColor].self, from: json) }
  }
}
