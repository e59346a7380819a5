import Console
import Foundation
import Testing

struct ClipboardTests {
  @Test func `the text is between the start and the end of the control sequence`() throws {
    #expect(try Clipboard.sequence(copying: "é") == "\u{1B}]52;c;w6k=\u{7}")
    #expect(try Clipboard.sequence(copying: "") == "\u{1B}]52;c;\u{7}")
  }

  @Test func `a pipe receives no control sequence`() throws {
    let pipe = Pipe()
    let output = Terminal(
      descriptor: pipe.fileHandleForWriting.fileDescriptor, environment: [:])
    #expect(throws: ClipboardError.noTerminal) { try output.copy("x") }
    try pipe.fileHandleForWriting.close()
    #expect(try pipe.fileHandleForReading.readToEnd() ?? Data() == Data())
  }

  @Test func `a text that is longer than terminals accept is an error`() throws {
    let text = String(repeating: "a", count: Clipboard.maximumSize)
    #expect(try Clipboard.sequence(copying: text).utf8.count <= 100_000)
    #expect(throws: ClipboardError.tooLong(bytes: Clipboard.maximumSize + 1)) {
      try Clipboard.sequence(copying: text + "a")
    }
  }
}
