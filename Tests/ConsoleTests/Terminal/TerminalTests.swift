import Dispatch
import Foundation
import Mediator
import Platform
import TestSupport
import Testing

@testable import Console

struct TerminalTests {
  private let full = "/dev/full"

  @Test func `the page of a terminal has its size and the colours of its environment`() throws {
    let screen = try PseudoTerminal(columns: 40)
    let terminal = Terminal(
      descriptor: screen.descriptor, environment: ["TERM": "xterm-256color", "COLUMNS": "99"])
    #expect(terminal.isTerminal && terminal.canRedraw)
    #expect(terminal.page == Page(columns: 40, rows: 24, colors: .ansi256))
  }

  @Test(arguments: [
    ("120", 120), ("0", 1000), ("-5", 1000), ("wide", 1000), ("99999999999999999999", 1000),
    (nil, 1000),
  ])
  func `the page of a pipe has the width of COLUMNS, or else a large one`(
    columns: String?, width: Int
  ) throws {
    let pipe = Pipe()
    let terminal = Terminal(
      descriptor: pipe.fileHandleForWriting.fileDescriptor,
      environment: Environment(
        ["COLUMNS": columns, "TERM": "xterm"].compactMapValues(\.self)))
    #expect(!terminal.isTerminal && !terminal.canRedraw)
    #expect(terminal.page == Page(columns: width))
  }

  @Test func `only copying writes to the clipboard`() throws {
    let screen = try PseudoTerminal(columns: 40)
    let terminal = Terminal(descriptor: screen.descriptor, environment: [:])
    let sequence = try Clipboard.sequence(copying: "é")
    #expect(terminal.write(sequence + "x") == .written)
    #expect(try screen.written() == "x")
    #expect(try terminal.copy("é") == .written)
    #expect(try screen.written() == sequence)
  }

  @Test func `a pipe is closed when its reader is`() throws {
    let pipe = Pipe()
    let terminal = Terminal(
      descriptor: pipe.fileHandleForWriting.fileDescriptor, environment: [:])
    #expect(!terminal.isClosed)
    try pipe.fileHandleForReading.close()
    #expect(terminal.isClosed)
  }

  @Test(arguments: [
    (["LC_ALL": "C"], "00:38+1"), (["TERM": "linux", "LANG": "pt_PT.UTF-8"], "00:38+1"),
    (["LANG": "pt_PT.UTF-8"], "00:38⁺¹"), ([:], "00:38⁺¹"),
  ])
  func `superscripts are replaced only on a terminal without them`(
    variables: [String: String], text: String
  ) throws {
    let screen = try PseudoTerminal(columns: 40)
    let terminal = Terminal(descriptor: screen.descriptor, environment: Environment(variables))
    #expect(terminal.write("00:38⁺¹") == .written)
    #expect(try screen.written() == text)
    #expect(terminal.write(json: Data("²".utf8)) == .written)
    #expect(try screen.written() == "²")
    let pipe = Pipe()
    let file = Terminal(
      descriptor: pipe.fileHandleForWriting.fileDescriptor, environment: Environment(variables))
    #expect(file.write("00:38⁺¹") == .written)
    try pipe.fileHandleForWriting.close()
    #expect(try pipe.fileHandleForReading.readToEnd() == Data("00:38⁺¹".utf8))
  }

  @Test(arguments: [nil, "", "dumb"])
  func `a terminal without a type cannot redraw a line`(name: String?) throws {
    let screen = try PseudoTerminal(columns: 40)
    let environment = Environment(["TERM": name].compactMapValues(\.self))
    #expect(!Terminal(descriptor: screen.descriptor, environment: environment).canRedraw)
  }

  @Test(arguments: [0, O_NONBLOCK])
  func `all bytes are written to a full or non-blocking pipe`(flags: Int32) throws {
    let pipe = Pipe()
    let bytes = Data((0..<200_000).map { 0x20 + UInt8($0 / 7 % 90) })
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(descriptor, F_SETFL, flags) == 0)
    let read = Lock(Data())
    let reader = DispatchWorkItem {
      let all = try? pipe.fileHandleForReading.readToEnd()
      read.withLock { $0 = all ?? Data() }
    }
    DispatchQueue(label: "reader").async(execute: reader)
    #expect(Terminal(descriptor: descriptor, environment: [:]).write(json: bytes) == .written)
    try pipe.fileHandleForWriting.close()
    reader.wait()
    #expect(read.withLock { $0 } == bytes)
  }

  @Test func `a terminal receives styles, and no other control characters`() throws {
    let screen = try PseudoTerminal(columns: 40)
    let terminal = Terminal(descriptor: screen.descriptor, environment: ["LANG": "pt_PT.UTF-8"])
    terminal.write("\u{1B}[1;38;5;9mSão\u{1B}[0m \u{202E}Bento\u{1B}[8m\u{1B}]0;title\u{7}\u{9B}2J")
    #expect(try screen.written() == "\u{1B}[1;38;5;9mSão\u{1B}[0m Bento2J")
    terminal.write(json: Data("\"\u{202E}\u{9B}\u{E0041}\"".utf8))
    #expect(try screen.written() == #""\u202e\u009b\udb40\udc41""#)
  }

  @Test func `a closed pipe is not an error`() throws {
    Terminal.prepareProcess()
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let terminal = Terminal(
      descriptor: pipe.fileHandleForWriting.fileDescriptor, environment: [:])
    #expect(terminal.write("Trindade\n") == .closed)
    #expect(terminal.write("") == .written)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk is a failure with the code of the system`() throws {
    let file = try #require(FileHandle(forWritingAtPath: full))
    let terminal = Terminal(descriptor: file.fileDescriptor, environment: [:])
    #expect(terminal.write("Trindade\n") == .failed(code: ENOSPC))
  }
}
