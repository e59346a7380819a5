import Mediator
import Testing

@testable import Network

@Suite struct NetworkLimitsTests {
  @Test func `settings replace the default limits`() throws {
    let limits = try NetworkLimits([
      "fetchMegabytes": "2", "downloadMegabytes": "3", "headerKilobytes": "4",
      "connectSeconds": "5", "idleSeconds": "6", "fetchSeconds": "7", "slowestSpeed": "8",
      "certificates": "/a.pem",
    ])
    #expect(limits.fetchBytes == 2 << 20 && limits.downloadBytes == 3 << 20)
    #expect(limits.headerBytes == 4 << 10 && limits.connecting == .seconds(5))
    #expect(limits.idle == .seconds(6) && limits.total == .seconds(7))
    #expect(limits.slowestSpeed == 8 && limits.certificates == "/a.pem")
  }

  @Test func `a limit of zero counts as one, but there may be no minimum speed`() throws {
    let limits = try NetworkLimits([
      "idleSeconds": "0", "fetchMegabytes": "0", "slowestSpeed": "0",
    ])
    #expect(limits.idle == .seconds(1) && limits.fetchBytes == 1 << 20)
    #expect(limits.slowestSpeed == 0)
  }

  @Test(arguments: ["-1", "a", "70000", "1.5"])
  func `a limit that is not a whole number up to 65,535 is an error`(text: String) {
    #expect(throws: DecodingError.self) { try NetworkLimits(["idleSeconds": "\(text)"]) }
  }
}
