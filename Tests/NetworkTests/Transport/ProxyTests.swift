import Foundation
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.timeLimit(.minutes(15))) struct ProxyTests {
  @Test(arguments: ["http://example.org/", "https://example.org/"])
  func `no test reaches another machine`(url: String) async {
    let fixture = NetworkFixture(attempts: 1)
    let refused = NetworkError.proxy(host: "example.org", reason: "it refuses connections")
    await #expect(throws: refused) {
      _ = try await fixture.fetcher.fetch(FetchRequest(url: url, allowsPlainHTTP: true))
    }
    await fixture.transport.stop()
  }

  @Test func `requests to other machines use the proxy of the environment`() async {
    await #expect(processExitsWith: .success) {
      let proxy = try HTTPServer([
        "http://proxied.invalid/": [.respond(200, "proxied")], "/": [.respond(200, "direct")],
      ])
      setenv("http_proxy", proxy.url(""), 1)
      setenv("https_proxy", "http://127.0.0.1:\(try HTTPServer.unusedPort())", 1)
      setenv("no_proxy", "direct.invalid", 1)
      let fixture = NetworkFixture(attempts: 1)
      func fetch(_ url: String) async throws -> String {
        let request = FetchRequest(url: url, allowsPlainHTTP: true)
        return String(decoding: try await fixture.fetcher.fetch(request).body, as: UTF8.self)
      }
      #expect(try await fetch("http://proxied.invalid/") == "proxied")
      #expect(try await fetch(proxy.url("/")) == "direct")
      let refused = NetworkError.proxy(host: "proxied.invalid", reason: "it refuses connections")
      await #expect(throws: refused) { try await fetch("https://proxied.invalid/") }
      await #expect(throws: NetworkError.self) { try await fetch("http://direct.invalid/") }
      #expect(proxy.paths == ["http://proxied.invalid/", "/"])
      await fixture.transport.stop()
    }
  }
}
