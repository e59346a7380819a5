import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.highPriority, .enabled(if: TLSServer.isAvailable), .timeLimit(.minutes(15)))
struct TLSTests {
  private static let there =
    "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nthere"

  /// The parts of the module, which trust an authority.
  private func fixture(trusting authority: String?) -> NetworkFixture {
    var limits = NetworkLimits()
    limits.certificates = authority
    return NetworkFixture(attempts: 1, limits: limits)
  }

  @Test(arguments: ["127.0.0.1", "localhost"])
  func `a server with a valid certificate answers`(host: String) async throws {
    let server = try await TLSServer(responses: ["a": Self.there])
    let fixture = fixture(trusting: server.authority)
    let url = server.url("/a", host: host)
    #expect(try await fixture.fetcher.fetch(FetchRequest(url: url)).body == Data("there".utf8))
    let outcome = try await fixture.downloads.download(DownloadRequest(url: url))
    #expect(outcome == .file(DownloadFolder(of: url, in: fixture.downloads.folder).part))
  }

  @Test func `a setting names the trusted authorities`() async throws {
    let server = try await TLSServer(responses: ["a": Self.there])
    let harness = try await ModuleHarness(
      NetworkModule.self, configuration: ["certificates": server.authority])
    let request = FetchRequest(url: server.url("/a"))
    #expect(try await harness.mediator.perform(Network.fetch, request).body == Data("there".utf8))
  }

  private static let certificates: [(TLSServer.Certificate, TLSFailure)] = [
    (.expired, .expired), (.notYetValid, .notYetValid), (.selfSigned, .selfSigned),
    (.wrongHost, .wrongHost),
  ]

  @Test(arguments: certificates, ["127.0.0.1", "localhost"])
  func `a certificate that is not valid is an error`(
    certificate: (TLSServer.Certificate, TLSFailure), host: String
  ) async throws {
    let server = try await TLSServer(certificate.0, responses: ["a": Self.there])
    let fixture = fixture(trusting: server.authority)
    let url = server.url("/a", host: host)
    let expected = NetworkError.tls(host: "\(host):\(server.port)", certificate.1)
    await #expect(throws: expected) { try await fixture.fetcher.fetch(FetchRequest(url: url)) }
    await #expect(throws: expected) {
      try await fixture.downloads.download(DownloadRequest(url: url))
    }
  }

  /// The chain with the certificate of the authority is reported as self-signed by TLS libraries.
  @Test(arguments: [[], ["-cert_chain", "authority.pem"]])
  func `an unknown authority is an error`(options: [String]) async throws {
    let server = try await TLSServer(responses: ["a": Self.there], options: options)
    let other = try await TLSServer()
    let fixture = fixture(trusting: other.authority)
    await #expect(throws: NetworkError.tls(host: "127.0.0.1:\(server.port)", .untrusted)) {
      try await fixture.fetcher.fetch(FetchRequest(url: server.url("/a")))
    }
  }

  @Test func `the authorities of the system do not include the test's`() async throws {
    let server = try await TLSServer(responses: ["a": Self.there])
    let error = await #expect(throws: NetworkError.self) {
      try await fixture(trusting: nil).fetcher.fetch(FetchRequest(url: server.url("/a")))
    }
    // A minimal system has no authorities at all.
    #expect(
      [TLSFailure.untrusted, .noAuthorities].contains {
        error == .tls(host: "127.0.0.1:\(server.port)", $0)
      })
  }

  @Test(arguments: ["/none.pem", #filePath])
  func `a file without certificates is an error`(path: String) async throws {
    let server = try await TLSServer(responses: ["a": Self.there])
    let fixture = fixture(trusting: path)
    let reason = path == #filePath ? "it contains no certificate" : "no such file or directory"
    await #expect(throws: NetworkError.badCertificates(path: path, reason: reason)) {
      try await fixture.fetcher.fetch(FetchRequest(url: server.url("/a")))
    }
  }

  @Test(arguments: [["-tls1_2", "-cipher", "PSK"], ["-tls1_1"]])
  func `a server without a common encryption is an error`(options: [String]) async throws {
    let server = try await TLSServer(options: options)
    let fixture = fixture(trusting: server.authority)
    await #expect(throws: NetworkError.tls(host: "127.0.0.1:\(server.port)", .handshake)) {
      try await fixture.fetcher.fetch(FetchRequest(url: server.url("/a")))
    }
  }

  /// The server closes the connection when it has received the first byte of the handshake.
  @Test(arguments: [1, 3])
  func `a server that closes the connection in the handshake is an error`(
    attempts: Int
  ) async throws {
    let server = try HTTPServer()
    let fixture = NetworkFixture(attempts: attempts)
    await #expect(throws: NetworkError.tls(host: "127.0.0.1:\(server.port)", .handshake)) {
      try await fixture.fetcher.fetch(FetchRequest(url: server.url("/", scheme: "https")))
    }
  }

  @Test(arguments: [
    "HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-OpenSSH_9.6\r\n",
    "\u{15}\u{3}\u{1}\0\u{2}\u{2}\u{28}",
    "\u{16}\u{3}\u{3}\0\u{7F}", "\0\0\0\0",
  ])
  func `a port without TLS is an error`(answer: String) async throws {
    let server = try HTTPServer(greeting: Array(answer.utf8))
    await #expect(throws: NetworkError.tls(host: "127.0.0.1:\(server.port)", .handshake)) {
      try await fixture(trusting: nil).fetcher.fetch(
        FetchRequest(url: server.url("/", scheme: "https")))
    }
  }

  @Test func `a redirect to an unencrypted address is an error`() async throws {
    let plain = try HTTPServer(["/": [.respond(200, "wrong")]])
    let server = try await TLSServer(responses: [
      "a": "HTTP/1.1 302 Found\r\nLocation: \(plain.url("/"))\r\nConnection: close\r\n\r\n"
    ])
    let fixture = fixture(trusting: server.authority)
    let expected = NetworkError.insecureRedirect(server.url("/a"), to: plain.url("/"))
    await #expect(throws: expected) {
      try await fixture.fetcher.fetch(FetchRequest(url: server.url("/a")))
    }
    await #expect(throws: expected) {
      try await fixture.downloads.download(DownloadRequest(url: server.url("/a")))
    }
    #expect(plain.paths == [])
  }

  @Test func `a redirect to a server with another certificate verifies that one`() async throws {
    let expired = try await TLSServer(.expired, responses: ["a": Self.there])
    let plain = try HTTPServer(["/": [.redirect(302, to: expired.url("/a", host: "localhost"))]])
    await #expect(throws: NetworkError.tls(host: "localhost:\(expired.port)", .expired)) {
      try await fixture(trusting: expired.authority).fetcher.fetch(
        FetchRequest(url: plain.url("/")))
    }
  }

  /// After `Strict-Transport-Security`, a client with a store for it would change `http` to
  /// `https`.
  @Test func `a server cannot change the scheme of later requests`() async throws {
    let field = "Strict-Transport-Security: max-age=31536000; includeSubDomains"
    let server = try await TLSServer(responses: [
      "a":
        "HTTP/1.1 200 OK\r\n\(field)\r\nAlt-Svc: h2=\":1\"; ma=99\r\nConnection: close\r\n\r\nthere"
    ])
    let plain = try HTTPServer(["/": [.respond(200, "plain")]])
    let fixture = fixture(trusting: server.authority)
    for (url, body) in [
      (server.url("/a", host: "localhost"), "there"), (plain.url("/", host: "localhost"), "plain"),
      (server.url("/a", host: "localhost"), "there"),
    ] {
      #expect(try await fixture.fetcher.fetch(FetchRequest(url: url)).body == Data(body.utf8))
    }
  }

  @Test func `a server that ends without closing TLS does not complete a body`() async throws {
    let server = try await TLSServer(responses: [
      "a": "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nthere",
      "b": "HTTP/1.1 200 OK\r\nContent-",
    ])
    let fixture = fixture(trusting: server.authority)
    let expected = NetworkError.tooShort(server.url("/a"), received: 5, expected: 9)
    await #expect(throws: expected) {
      try await fixture.fetcher.fetch(FetchRequest(url: server.url("/a")))
    }
    await #expect(throws: NetworkError.incomplete(server.url("/b"))) {
      try await fixture.fetcher.fetch(FetchRequest(url: server.url("/b")))
    }
  }

  /// Several handshakes are in progress when the first of them completes and the process exits.
  @Test func `the process exits during a TLS handshake without a crash`() async throws {
    let server = try await TLSServer(responses: ["a": Self.there])
    for turn in 0..<(TestOptions.isThorough ? 200 : 10) {
      await #expect(processExitsWith: .success, "turn \(turn)") {
        [
          url = server.url("/a") as String, authority = server.authority as String,
          turn = turn as Int
        ]
        in
        var limits = NetworkLimits()
        limits.certificates = authority
        let fixture = NetworkFixture(attempts: 1, limits: limits)
        await withTaskGroup { group in
          for number in 0..<8 {
            let request = FetchRequest(url: url, headers: ["X-Number": "\(number)"])
            group.addTask { _ = try? await fixture.fetcher.fetch(request) }
          }
          for _ in 0..<(turn % 4) { await group.next() }
          await fixture.transport.stop()
          exit(0)
        }
      }
    }
  }
}
