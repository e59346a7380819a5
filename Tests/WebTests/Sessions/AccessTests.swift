import Foundation
import Platform
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
      HTTPResponse.Field("Cache-Control", "no-store"), .init("Referrer-Policy", "no-referrer"),
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
