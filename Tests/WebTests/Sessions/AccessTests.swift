import Foundation
import Platform
import TestSupport
import Testing

@testable import Web

/// Who may see and change the pages.
@MainActor @Suite(.timeLimit(.minutes(15))) struct AccessTests {
  @Test func `the key in the address lets one browser in, and is used up then`() async throws {
    let fixture = try await WebFixture()
    let target = String(try #require(fixture.server.address().split(separator: "/").last))
    let response = try await fixture.get("/\(target)")
    #expect(response.status == 303)
    #expect(response.fields.contains(.init("Location", "/")))
    let cookie = try #require(response.fields.first { $0.name == "Set-Cookie" }).value
    #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict; Path=/"))
    #expect(try await fixture.get("/\(target)").status == 403)
    #expect(!fixture.server.address().hasSuffix(target))
    await fixture.stop()
  }

  @Test(arguments: ["/", "/at/scenes/Shop", "/?key=", "/?key=0123", "/tab/1"])
  func `a browser without a key sees nothing`(target: String) async throws {
    let fixture = try await WebFixture()
    let response = try await fixture.get(target)
    #expect(response.status == 403)
    #expect(!response.text.contains("Shop") && !response.text.contains("Lamp"))
    await fixture.stop()
  }

  @Test func `a link of another site leads to a page that takes its visitor in`() async throws {
    let fixture = try await WebFixture()
    let response = try await fixture.get(
      "/at/scenes/Shop", fields: ["sec-fetch-site": "cross-site"])
    #expect(response.status == 200)
    #expect(response.text.contains(#"<a href="/at/scenes/Shop">Continue</a>"#))
    #expect(!response.text.contains("Lamp"))
    await fixture.stop()
  }

  @Test(arguments: [("same-origin", 200), ("none", 200), ("cross-site", 403), ("same-site", 403)])
  func `a request that another site has made is refused`(site: String, status: Int) async throws {
    let fixture = try await WebFixture()
    try await fixture.enter()
    #expect(try await fixture.get("/", fields: ["sec-fetch-site": site]).status == status)
    await fixture.stop()
  }

  /// Without TLS in a network, browsers do not say from which site a request comes.
  @Test(arguments: [
    (WebReach.thisMachine, "localhost:8080", "http://localhost:8080", 200),
    (.thisMachine, "localhost:8080", "http://localhost:3000", 403),
    (.thisMachine, "localhost:8080", "null", 403),
    (.localNetworks(["127.0.0.2"]), "127.0.0.2:80", "http://127.0.0.2:80", 200),
    (.localNetworks(["127.0.0.2"]), "127.0.0.2:80", "http://evil.example", 403),
    (.proxy("shop.example"), "shop.example", "https://shop.example", 200),
    (.proxy("shop.example"), "shop.example", "http://shop.example", 403),
  ])
  func `a request with the origin of another site is refused`(
    reach: WebReach, host: String, origin: String, status: Int
  ) async throws {
    let fixture = try await WebFixture(reach: reach)
    try await fixture.enter()
    let response = try await fixture.get("/", fields: ["host": host, "origin": origin])
    #expect(response.status == status)
    await fixture.stop()
  }

  @Test func `behind a proxy, the address is its own, and the key is sent through TLS only`()
    async throws
  {
    let fixture = try await WebFixture(reach: .proxy("shop.example"))
    let address = fixture.server.address()
    #expect(address.hasPrefix("https://shop.example/?key="))
    let response = try await fixture.get("/?\(try #require(URL(string: address)?.query()))")
    let cookie = try #require(response.fields.first { $0.name == "Set-Cookie" }).value
    #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict; Path=/; Secure"))
    let client = try HTTPClient(port: fixture.server.port)
    client.get("/")
    #expect(await client.receive()?.status == 421)
    await fixture.stop()
  }

  @Test(
    arguments: [
      ("https://shop.example", "shop.example"), ("https://Shop.example/", "shop.example"),
      ("https://shop.example:443", "shop.example"),
      ("https://shop.example:8443", "shop.example:8443"),
      ("http://shop.example", nil), ("shop.example", nil), ("https://", nil),
      ("https://a@shop.example", nil), ("https://shop.example/at", nil), ("https://a?b", nil),
      ("https://shop example", nil), ("https://shop.example\r\n", nil),
    ] as [(String, String?)])
  func `a proxy has an address with a name only`(text: String, name: String?) {
    #expect(WebReach(proxy: text) == name.map { .proxy($0) })
  }

  #if os(Linux)  // Elsewhere, 127.0.0.2 is no address of the machine.
    @Test func `in the local network, the pages are at the address of this machine in it`()
      async throws
    {
      let fixture = try await WebFixture(reach: .localNetworks(["127.0.0.2"]))
      let port = fixture.server.port
      #expect(fixture.server.address().hasPrefix("http://127.0.0.2:\(port)/?key="))
      for (host, status) in [("127.0.0.2", 403), ("127.0.0.3", 421), ("shop.example", 421)] {
        let client = try HTTPClient(port: port, address: "127.0.0.2")
        client.send("GET / HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n")
        #expect(await client.receive()?.status == status)
      }
      await fixture.stop()
    }
  #endif

  @Test(
    arguments: [
      (0x0a00_0001, true), (0x0aff_ffff, true), (0x0b00_0000, false), (0xac10_0000, true),
      (0xac1f_0001, true), (0xac20_0000, false), (0xc0a8_0105, true), (0xc0a9_0000, false),
      (0xa9fe_0101, true), (0x7f00_0001, false), (0x0808_0808, false),
    ] as [(UInt32, Bool)])
  func `only addresses that the internet does not reach are those of a local network`(
    address: UInt32, isLocal: Bool
  ) {
    #expect(LocalNetworks.isPrivate(address) == isLocal)
  }

  @Test(arguments: [
    ("GET /api/a/b HTTP/1.1\r\nHost: evil\r\n\r\n", "application/json"),
    ("GET /openapi.json HTTP/1.1\r\n\r\n", "application/json"),
    ("PATCH /api/a/b HTTP/1.1\r\nHost: localhost\r\n\r\n", "application/json"),
    ("GET /apis HTTP/1.1\r\nHost: evil\r\n\r\n", "text/html; charset=utf-8"),
    ("x\r\n\r\n", "text/html; charset=utf-8"),
  ])
  func `a request that cannot be read is refused as its sender can read it`(
    request: String, type: String
  ) async throws {
    let fixture = try APIFixture()
    let server = try fixture.server()
    let client = try HTTPClient(port: server.port)
    client.send(request)
    let response = await client.receive()
    #expect(response?.fields["content-type"] == type)
    #expect(response?.fields["cache-control"] == "no-store")
    await server.stop()
  }

  @Test func `a tab changes only with its own key`() async throws {
    let fixture = try await WebFixture()
    try await fixture.enter()
    let (one, other) = (try await fixture.page("/"), try await fixture.page("/"))
    #expect(one.tab != other.tab && one.key != other.key)
    for (tab, key, status) in [
      (one.tab, one.key, 303), (one.tab, other.key, 403), (one.tab, "", 403), ("99", one.key, 410),
    ] {
      let response = try await fixture.post("/tab/\(tab)", ["key": key, "shortcut": "m"])
      #expect(response.status == status)
    }
    await fixture.stop()
  }

  @Test(arguments: ["/", "/at/scenes/Shop", "/nowhere", "/at/scenes"])
  func `every page says what it may load, and that nobody keeps it`(target: String) async throws {
    let fixture = try await WebFixture()
    try await fixture.enter()
    let response = try await fixture.get(target)
    let policy = try #require(response.fields.first { $0.name == "Content-Security-Policy" }).value
    #expect(policy.hasPrefix("default-src 'none';") && !policy.contains("unsafe"))
    for field in [
      HTTPResponse.Field("Cache-Control", "no-store"), .init("Referrer-Policy", "same-origin"),
      .init("X-Content-Type-Options", "nosniff"),
    ] {
      #expect(response.fields.contains(field))
    }
    #expect(!response.text.contains("<script>") && !response.text.contains("style="))
    await fixture.stop()
  }

  @Test func `a key is equal to its own text only`() {
    let (key, other) = (SecretKey(), SecretKey())
    #expect(key.text.utf8.count == 64 && key.text != other.text)
    #expect(key.matches(key.text))
    for wrong in ["", String(key.text.dropLast()), key.text + "0", other.text] {
      #expect(!key.matches(wrong))
    }
  }

  @Test func `style sheet and script are small, and kept by their address`() async throws {
    let fixture = try await WebFixture()
    let page = try await fixture.get("/").text
    let addresses = page.matches(of: /(?:href|src)="(\/[a-z.]+\?v=[0-9a-f]+)"/).map { String($0.1) }
    #expect(addresses.count == 3)
    for address in addresses {
      let response = try await fixture.get(address)
      #expect(response.status == 200 && response.text.utf8.count <= 20 << 10)
      #expect(
        response.fields.contains(
          .init("Cache-Control", "public, max-age=31536000, immutable")))
    }
    #expect(try await fixture.get("/other.css").status == 403)
    await fixture.stop()
  }
}
