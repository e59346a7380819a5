import Testing

@testable import Web

/// What a camera reads in the codes.
struct QRCodeTests {
  /// The longest texts of all sizes, and those after them.
  static let texts =
    [0, 1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213].map
  {
    String(String(repeating: "http://192.168.1.5:8080/?key=0123456789", count: 6).prefix($0))
  }

  @Test(arguments: texts)
  func `the text is in the modules, with a correct error correction`(text: String) throws {
    let reading = QRReading(try #require(QRCode(text)))
    #expect(reading.text == text)
    #expect(reading.hasErrors == false)
  }

  @Test func `other letters are bytes of UTF-8`() throws {
    #expect(QRReading(try #require(QRCode("地铁 · métro"))).text == "地铁 · métro")
  }

  @Test func `a text that is too long has no code`() {
    #expect(QRCode(String(repeating: "a", count: 214)) == nil)
  }

  @Test(arguments: [(1, 21), (14, 21), (15, 25), (106, 41), (213, 57)])
  func `the code is as small as possible`(length: Int, size: Int) {
    #expect(QRCode(String(repeating: "a", count: length))?.size == size)
  }

  @Test func `three corners have the pattern by which a camera finds the code`() throws {
    let code = try #require(QRCode("HELLO"))
    let pattern = [
      "#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######",
    ]
    for (top, left) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
      let rows = (0..<7).map { row in
        (0..<7).map { code[top + row, left + $0] ? "#" : " " }.joined()
      }
      #expect(rows == pattern)
    }
    #expect(!code[-1, 0] && !code[0, code.size])
  }
}
