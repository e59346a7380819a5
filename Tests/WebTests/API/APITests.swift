import Foundation
import Mediator
import ModuleTesting
import Scenes
import Testing

@testable import Web

@Suite(.timeLimit(.minutes(5))) struct APITests {
  /// A request of a program, and what it gets.
  struct Case: Sendable, CustomTestStringConvertible {
    let method: HTTPRequest.Method
    let target: String
    let body: String
    let status: Int
    let answer: String

    init(
      _ method: HTTPRequest.Method, _ target: String, _ body: String, _ status: Int,
      _ answer: String
    ) {
      self.method = method
      self.target = target
      self.body = body
      self.status = status
      self.answer = answer
    }

    init(_ method: HTTPRequest.Method, _ target: String, _ status: Int, _ answer: String) {
      self.init(method, target, "", status, answer)
    }

    var testDescription: String { "\(method.rawValue) \(target) \(body.prefix(40))" }
  }

  private static func error(_ message: String, field: String? = nil) -> String {
    let field = field.map { #""field":"\#($0)","# } ?? ""
    return #"{"error":{\#(field)"message":"\#(message)"}}"# + "\n"
  }

  private static let tea = #"[{"name":"tea"}]"# + "\n"

  private static let cases: [Case] = [
    Case(.get, "/api/kitchen/dishes?text=tea", 200, tea),
    Case(.get, "/api/kitchen/dishes?text=tea&limit=3&kinds=hot&kinds=cold", 200, tea),
    Case(.post, "/api/kitchen/dishes", #"{"text":"tea","kinds":["hot"]}"#, 200, tea),
    Case(.post, "/api/kitchen/menu", 200, #"{"name":"lunch","parts":[]}"# + "\n"),
    Case(.post, "/api/kitchen/price", #"{"dishes":[{"name":"tea"}]}"#, 200, "1\n"),
    Case(.post, "/api/kitchen/cook", #"{"name":"tea"}"#, 200, #"{"name":"tea"}"# + "\n"),
    Case(.post, "/api/kitchen/throwAway", 200, "1\n"),
    Case(.post, "/api/kitchen/dishes", "{", 400, "bad input for 'kitchen/dishes'"),
    Case(.post, "/api/kitchen/dishes", "[]", 400, "bad input for 'kitchen/dishes'"),
    Case(.post, "/api/kitchen/dishes?text=tea", 400, "POST has its fields in the body"),
    Case(
      .get, "/api/kitchen/dishes", 422,
      error("'text': a value is missing", field: "text")),
    Case(
      .get, "/api/kitchen/dishes?text=tea&limit=many", 422,
      error("'limit': expected a whole number, not 'many'", field: "limit")),
    Case(
      .get, "/api/kitchen/dishes?text=tea&limt=3", 422,
      error("'limt': there is no such parameter; did you mean 'limit'?", field: "limt")),
    Case(
      .post, "/api/kitchen/dishes", #"{"text":"tea","limt":3}"#, 422,
      error("'limt': there is no such parameter; did you mean 'limit'?", field: "limt")),
    Case(
      .post, "/api/kitchen/cook", #"{"name":7}"#, 422,
      error("'name': expected a text", field: "name")),
    Case(
      .post, "/api/kitchen/price", #"{"dishes":[{}]}"#, 422,
      error("'dishes[0].name': a value is missing", field: "dishes[0].name")),
    Case(
      .get, "/api/kitchen/dishes?text=soap", 404, error("no dish 'soap'; see the menu")),
    Case(
      .get, "/api/kitchen/dishs?text=tea", 404,
      error("no action 'dishs' in 'kitchen'; did you mean 'dishes'?")),
    Case(.get, "/api/kitchn/dishes", 404, error("no target 'kitchn'; did you mean 'kitchen'?")),
    Case(.get, "/api/kitchen", 404, "expected '/api/<target>/<action>'"),
    Case(.get, "/api/kitchen/dishes/tea", 404, "expected '/api/<target>/<action>'"),
    Case(.get, "/api/kitchen/recipe", 403, "the exposure '.programs' in the declaration"),
    Case(.post, "/api/kitchen/lock", 403, "the exposure '.programs' in the declaration"),
    Case(.get, "/api/kitchen/fail", 500, error("the stove is broken")),
    Case(.post, "/openapi.json", 405, "expected GET or HEAD"),
    Case(.get, "/api/kitchen/cook?name=tea", 405, "expected POST"),
    Case(.get, "/api/kitchen/throwAway", 405, "expected POST"),
    Case(.get, "/api/kitchen/price", 405, "expected POST"),
  ]

  @Test(arguments: cases)
  func `a program gets the output of the action, or a status and a sentence`(_ test: Case)
    async throws
  {
    let fixture = try APIFixture()
    let response = try await fixture.answer(test.method, test.target, test.body)
    #expect(response.status == test.status)
    #expect(response["Content-Type"] == "application/json")
    #expect(
      test.answer.hasSuffix("\n")
        ? response.bodyText == test.answer : response.bodyText.contains(test.answer),
      "\(response.bodyText)")
    if test.status == 405 {
      #expect(response["Allow"] == (test.answer.hasSuffix("HEAD") ? "GET, HEAD" : "POST"))
    }
  }

  @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded", "application/jsonx"])
  func `a body of another type is refused`(type: String?) async throws {
    let fixture = try APIFixture()
    var fields = APIFixture.program
    fields["content-type"] = type ?? ""
    let response = try await fixture.answer(
      .post, "/api/kitchen/cook", #"{"name":"tea"}"#, fields)
    #expect(response.status == 415 && fixture.notes.values.isEmpty)
  }

  @Test func `a text that is too long is refused, with its field`() async throws {
    let text = String(repeating: "a", count: 20_000)
    let response = try await APIFixture().answer(
      .post, "/api/kitchen/dishes", #"{"text":"\#(text)"}"#)
    #expect(response.status == 422 && response.bodyText.contains(#""field":"text""#))
  }

  @Test func `no text controls the terminal of a program that prints the answer`() async throws {
    let response = try await APIFixture().answer(
      .post, "/api/kitchen/cook", #"{"name":"\u202e\u001b"}"#)
    #expect(response.bodyText == #"{"name":"\u202e\u001b"}"# + "\n")
  }

  @Test func `a call is cancelled when its client has gone`() async throws {
    let fixture = try APIFixture()
    let call = Task { try await fixture.answer(.get, "/api/kitchen/wait") }
    try await wait { fixture.notes.values == ["waiting"] }
    call.cancel()
    #expect(try await call.value.status == 503)
  }

  // MARK: Access

  @Test(arguments: ["/api/kitchen/dishes?text=tea", "/api/no/such", "/api", "/openapi.json"])
  func `without a token nothing is answered`(target: String) async throws {
    let response = try await APIFixture().answer(.get, target, "", [:])
    #expect(response.status == 401)
    #expect(response["WWW-Authenticate"] == #"Bearer realm="shop""#)
    #expect(response.bodyText.contains("'shop grants new --program <name>'"))
  }

  @Test(arguments: [
    "Bearer wrong-secret", "Basic right", "right", "Bearer", "Bearer right wrong-secret",
  ])
  func `the answer to a wrong token takes a second, and does not repeat it`(
    authorization: String
  ) async throws {
    let fixture = try APIFixture()
    let call = Task {
      // A cookie does not help who has a wrong token.
      try await fixture.answer(
        .get, "/api/kitchen/dishes?text=tea", "",
        APIFixture.browser.merging(["authorization": authorization]) { $1 }, isOwnBrowser: true)
    }
    try await wait { fixture.clock.sleeperCount == 1 }
    fixture.clock.advance(by: .milliseconds(999))
    #expect(fixture.clock.sleeperCount == 1)
    fixture.clock.advance(by: .milliseconds(1))
    let response = try await call.value
    #expect(response.status == 401)
    #expect(response["WWW-Authenticate"] == #"Bearer realm="shop", error="invalid_token""#)
    #expect(!"\(response) \(response.bodyText)".contains("wrong-secret"))
  }

  @Test func `the name of the scheme may be in any case`() async throws {
    let response = try await APIFixture().answer(
      .get, "/api/kitchen/menu", "", ["authorization": "bearer right"])
    #expect(response.status == 200)
  }

  @Test(arguments: [
    (HTTPRequest.Method.get, "/api/kitchen/menu", "same-origin" as String?, 200),
    (.get, "/api/kitchen/menu", "none", 200),
    (.get, "/openapi.json", "same-origin", 200),
    (.get, "/api/kitchen/menu", "same-site", 403),
    (.get, "/api/kitchen/menu", "cross-site", 403),
    (.get, "/api/kitchen/menu", nil, 403),
    (.post, "/api/kitchen/menu", "same-origin", 403),
    (.post, "/api/kitchen/cook", "same-origin", 403),
    (.get, "/api/kitchen/cook?name=tea", "same-origin", 405),
  ])
  func `a browser of the person only reads, from its own pages`(
    method: HTTPRequest.Method, target: String, site: String?, status: Int
  ) async throws {
    let fixture = try APIFixture()
    let response = try await fixture.answer(
      method, target, method == .post ? #"{"name":"tea"}"# : "",
      site.map { ["sec-fetch-site": $0] } ?? [:], isOwnBrowser: true)
    #expect(response.status == status, "\(response.bodyText)")
    #expect(fixture.notes.values.isEmpty)
  }

  @Test func `a token in a page of another site is refused`() async throws {
    let fields = APIFixture.program.merging(["sec-fetch-site": "cross-site"]) { $1 }
    let response = try await APIFixture().answer(.get, "/api/kitchen/menu", "", fields)
    #expect(response.status == 403)
  }

  @Test func `only what writes is authorized, before it is called`() async throws {
    let fixture = try APIFixture()
    _ = try await fixture.answer(.post, "/api/kitchen/dishes", #"{"text":"tea"}"#)
    _ = try await fixture.answer(.post, "/api/kitchen/cook", #"{"name":"tea"}"#)
    _ = try await fixture.answer(.post, "/api/kitchen/cook", #"{"nam":"tea"}"#)
    #expect(fixture.notes.values == [#"kitchen/cook {"name":"tea"}"#, "cooked"])
  }

  @Test func `what is not authorized is not called`() async throws {
    let fixture = try APIFixture(refusal: HTTPFailure(403, "ask the person"))
    let response = try await fixture.answer(.post, "/api/kitchen/cook", #"{"name":"tea"}"#)
    #expect(response.status == 403)
    #expect(response.bodyText == Self.error("ask the person"))
    #expect(fixture.notes.values == [#"kitchen/cook {"name":"tea"}"#])
  }

  @Test func `the server of the pages answers programs, and knows the browsers`() async throws {
    let fixture = try APIFixture()
    let server = try WebServer(
      WebApp(
        name: "shop", PresentedContributions(), through: fixture.mediator,
        now: { Date(timeIntervalSince1970: 0) }, clock: fixture.clock,
        followerDeadline: .seconds(5)),
      api: fixture.api, port: 0)
    func get(_ target: String, _ fields: [String: String]) async throws -> HTTPResponse {
      await server.answer(try HTTPRequest(.get, target, fields: fields))
    }
    // A field of this name is not the key of the pages.
    let program = try await get("/api/kitchen/dishes?text=tea&key=1", APIFixture.program)
    #expect(program.status == 422 && program.bodyText.contains(#""field":"key""#))
    #expect(program["Cache-Control"] == "no-store")
    #expect(program["X-Content-Type-Options"] == "nosniff")
    let key = try #require(URL(string: server.address())?.query())
    let cookie = try #require(try await get("/?\(key)", [:])["Set-Cookie"]).prefix { $0 != ";" }
    let browser = APIFixture.browser.merging(["cookie": String(cookie)]) { $1 }
    #expect(try await get("/api/kitchen/menu", browser).status == 200)
    #expect(try await get("/openapi.json", browser).status == 200)
    #expect(try await get("/api/kitchen/menu", APIFixture.browser).status == 401)
    await server.stop()
  }
}
