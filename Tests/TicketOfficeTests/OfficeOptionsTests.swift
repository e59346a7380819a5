import Foundation
import Testing

@testable import TicketOffice

@Suite struct OfficeOptionsTests {
  @Test func `the options replace the default values`() async throws {
    let options = try OfficeOptions([
      "--port", "0", "--channel-port", "9", "--database", "/tmp/a", "--fault", "drop:1",
      "--delay", "2",
    ])
    #expect(options.port == 0 && options.channelPort == 9 && options.folder.path == "/tmp/a")
    #expect(options.faults == "drop:1" && options.delay == .seconds(2))
    #expect(try OfficeOptions([]).port == 8081)
  }

  @Test(arguments: [["--port"], ["--port", "x"], ["--port", "65536"], ["8081"], ["--x", "1"]])
  func `a wrong option is an error`(words: [String]) {
    #expect(throws: OfficeOptionError.self) { try OfficeOptions(words) }
  }
}
