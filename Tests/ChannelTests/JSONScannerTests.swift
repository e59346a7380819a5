import Foundation
import Testing

@testable import Channel

struct JSONScannerTests {
  private static func accepts(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBytes { bytes in
      var scanner = JSONScanner(bytes)
      return (try? scanner.readValue()) == 0..<bytes.count
    }
  }

  @Test(arguments: [
    "0", "-1", "1.5e-3", "10", "true", "false", "null", #""""#, #""a\n\u00e9\\""#, "[]", "{}",
    "[1, [2, {}], \"x\"]", #"{"a": {"b": [1, {"c": null}]}, "d": 1}"#, "[[],[]]", "1E+2",
  ])
  func `JSON is accepted`(text: String) {
    #expect(Self.accepts(text))
  }

  @Test(arguments: [
    "", "-", "01", "1.", ".5", "1e", "tru", "truex", "nul", "\"", "\"\\x\"", "\"\\u12g4\"",
    "\"\\u12",
    "\"\n\"", "[", "[1", "[1,", "[1,]", "[,]", "]", "{", "{1:2}", "{\"a\"}", "{\"a\":}",
    "{\"a\":1,}", "{\"a\":1]", "[1}", "NaN", "+1", "1 2", "\"\\",
  ])
  func `other text is refused`(text: String) {
    #expect(!Self.accepts(text))
  }

  @Test(arguments: [(128, true), (129, false), (1_000_000, false)])
  func `128 levels are accepted`(depth: Int, isAccepted: Bool) {
    for (open, value, close) in [("[", "1", "]"), ("{\"a\":", "1", "}")] {
      let text =
        String(repeating: open, count: depth) + value + String(repeating: close, count: depth)
      #expect(Self.accepts(text) == isAccepted)
    }
  }
}
