import Channel
import Foundation
import Testing

@testable import HostKit

@Suite struct StandardStreamsTests {
  @Test func `what a module prints does not reach the client`() async throws {
    let end = try await #require(
      processExitsWith: .success,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      let channel = try Channel(.takeStandardStreams())
      print("printed by a module")
      fflush(nil)
      try await channel.notify("hello")
      var byte: UInt8 = 0
      // The standard input is empty.
      exit(read(STDIN_FILENO, &byte, 1) == 0 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
    let output = String(decoding: end.standardOutputContent, as: UTF8.self)
    #expect(output.contains(#"{"jsonrpc":"2.0","method":"hello"}"# + "\n"))
    #expect(!output.contains("printed"))
    #expect(
      String(decoding: end.standardErrorContent, as: UTF8.self).contains("printed by a module"))
  }
}
