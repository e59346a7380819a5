import Foundation
import Mediator
import ModuleTesting
import TestSupport
import Testing

@testable import Console

@Suite(.timeLimit(.minutes(15))) struct SecretTests {
  @Test func `a terminal does not show what is typed after the prompt`() async throws {
    let terminal = try PseudoTerminal(columns: 40)
    let before = terminal.settings
    let input = terminal.descriptor
    let reading = Task.detached { try await Secret.read(prompt: "Password: ", from: input) }
    var shown = ""
    try await wait {
      shown += String(decoding: terminal.available, as: UTF8.self)
      return shown.contains("Password: ")
    }
    #expect(terminal.settings.c_lflag & tcflag_t(ECHO) == 0)
    terminal.type("sé 1\n")
    #expect(try await reading.value.text == "sé 1")
    #expect(terminal.settings.c_lflag == before.c_lflag)
    shown += try terminal.written()
    #expect(shown == "Password: \r\n")
  }

  @Test func `an interruption restores the terminal`() async throws {
    let terminal = try PseudoTerminal(columns: 40)
    let before = terminal.settings
    let input = terminal.descriptor
    let reading = Task.detached { try await Secret.read(prompt: "Password: ", from: input) }
    try await wait { !terminal.available.isEmpty }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(terminal.settings.c_lflag == before.c_lflag)
  }

  @Test func `a pipe gives its first line only`() async throws {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data("first\r\nsecond\n".utf8))
    let input = pipe.fileHandleForReading.fileDescriptor
    #expect(try await Secret.read(prompt: "Password: ", from: input) == Secret("first"))
    #expect(try await Secret.read(prompt: "Password: ", from: input) == Secret("second"))
  }

  @Test(
    arguments: [
      ([], 1, .missing), (Array("\n".utf8), 1, .missing), ([0xFF, 0x0A], 1, .notText),
      ([0x61], 5000, .tooLong(limit: 4096)),
    ] as [([UInt8], Int, SecretError)])
  func `a line that is no password is refused`(
    repeated: [UInt8], count: Int, error: SecretError
  ) async throws {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data([[UInt8]](repeating: repeated, count: count).joined()))
    try pipe.fileHandleForWriting.close()
    await #expect(throws: error) {
      try await Secret.read(prompt: "", from: pipe.fileHandleForReading.fileDescriptor)
    }
  }
}
