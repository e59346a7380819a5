import Foundation
import Mediator
import Testing

private enum Echo: Interface {
  static let say = Action<Words, Words>(
    Echo.self, "say", .reads, .remote, at: "echo/:word/times/:count<int>?")
  static let plain = Action<Words, Words>(Echo.self, "plain", .reads, .remote)
  static let hidden = Action<Words, Words>(Echo.self, "hidden")
}

private struct Words: Codable, Sendable, Equatable {
  var word: String?
  var count: Int?
  var loud: Bool?
  var more: [String]?
}

private enum Local: Interface {
  static let secret = Action<Words, Words>(Local.self, "secret")
}

@Suite struct MediatorURLTests {
  let mediator = Mediator()

  init() throws {
    try mediator.answer(Echo.say) { $0 }
    try mediator.answer(Echo.plain) { $0 }
    try mediator.answer(Echo.hidden) { $0 }
    try mediator.answer(Local.secret) { $0 }
  }

  private func words(_ url: String) async throws -> Words {
    try await mediator.perform(url: url, returning: Words.self)
  }

  @Test(
    arguments: [
      ("app://echo/plain", Words()),
      ("app://echo/plain/", Words()),
      ("APP://Echo/plain", Words()),
      ("app://%45cho/plain", Words()),
      ("app://echo/plain?", Words()),
      ("app://echo/plain?&&word=a&", Words(word: "a")),
      ("app://echo/plain?word=a#word=b", Words(word: "a")),
      ("app://echo/plain?word=a+b", Words(word: "a+b")),
      ("app://echo/plain?word=a%20b%2Fc", Words(word: "a b/c")),
      ("app://echo/plain?word=a%26b%3Dc%25", Words(word: "a&b=c%")),
      ("app://echo/plain?word=a=b", Words(word: "a=b")),
      ("app://echo/plain?word=a?b/c:d@e", Words(word: "a?b/c:d@e")),
      ("app://echo/plain?word=S%C3%A3o", Words(word: "São")),
      ("app://echo/plain?word=São", Words(word: "São")),
      ("app://echo/plain?word=北京&more=🚇", Words(word: "北京", more: ["🚇"])),
      ("app://echo/plain?word=", Words(word: "")),
      ("app://echo/plain?%77ord=a", Words(word: "a")),
      ("app://echo/plain?word=%00", Words(word: "\0")),
      ("app://echo/plain?more=a&more=b&more=a", Words(more: ["a", "b", "a"])),
      ("app://echo/plain?loud", Words(loud: true)),
      ("app://echo/plain?loud=false", Words(loud: false)),
      ("app://echo/a/times", Words(word: "a")),
      ("app://echo/a/times/3", Words(word: "a", count: 3)),
      ("app://echo/a%2Fb/times/3?loud", Words(word: "a/b", count: 3, loud: true)),
      ("app://echo/../times/3", Words(word: "..", count: 3)),
      ("app://echo/%3Aword/times", Words(word: ":word")),
      ("app://echo/plain/times", Words(word: "plain")),
    ] as [(String, Words)])
  fileprivate func `a URL fills the input of its action`(
    url: String, expected: Words
  ) async throws {
    #expect(try await words(url) == expected)
  }

  @Test(arguments: [
    ("", "expected it to start with 'app://'"),
    ("app", "expected it to start with 'app://'"),
    ("app:echo/plain", "expected it to start with 'app://'"),
    ("http://echo/plain", "expected it to start with 'app://'"),
    (" app://echo/plain", "expected it to start with 'app://'"),
    ("app://", "expected a target after '://'"),
    ("app:///plain", "expected a target after '://'"),
    ("app://user@echo/plain", "expected a target without a user and a port"),
    ("app://echo:80/plain", "expected a target without a user and a port"),
    ("app://echo//plain", "a segment of its path is empty"),
    ("app://echo/plain//", "a segment of its path is empty"),
    ("app://echo/plain?=a", "a value in its query has no name"),
    ("app://echo/plain?word=%", "expected two hexadecimal digits after '%'; '%' itself is '%25'"),
    (
      "app://echo/plain?word=%4", "expected two hexadecimal digits after '%'; '%' itself is '%25'"
    ),
    (
      "app://echo/plain?word=%zz",
      "expected two hexadecimal digits after '%'; '%' itself is '%25'"
    ),
    ("app://echo/plain?word=%FF", "its percent-encoded bytes are not UTF-8"),
    ("app://echo/plain?word=a\nb", "a control character must be percent-encoded"),
    ("app://echo/plain?word=a\u{7F}b", "a control character must be percent-encoded"),
    ("app://echo/a/times?word=b", "'word' is already in its path"),
    ("app://echo", "it matches none of echo/:word/times/:count<int>?, echo/plain, echo/say"),
    (
      "app://echo/a/time",
      "it matches none of echo/:word/times/:count<int>?, echo/plain, echo/say"
    ),
    (
      "app://echo/a/times/three",
      "it matches none of echo/:word/times/:count<int>?, echo/plain, echo/say"
    ),
  ])
  func `a URL that breaks a rule is an error`(url: String, reason: String) async {
    await #expect(throws: MediatorError.badURL(url, reason: reason)) { try await words(url) }
  }

  @Test(arguments: [
    ("app://echo/plain?word", "word", "a value is missing"),
    ("app://echo/plain?count", "count", "a value is missing"),
    ("app://echo/plain?word=a&word=b", "word", "given 2 times; once is expected"),
    ("app://echo/plain?count=", "count", "expected a whole number, not ''"),
    ("app://echo/plain?loud=", "loud", "expected true or false, not ''"),
    ("app://echo/plain?lout=true", "lout", "there is no such parameter; did you mean 'loud'?"),
    ("app://echo/plain?reach=local", "reach", "there is no such parameter; remove it"),
    ("app://echo/plain?target=x&action=y", "target", "there is no such parameter; remove it"),
    ("app://echo/plain?more[]=x", "more[]", "there is no such parameter; did you mean 'more'?"),
  ])
  func `a parameter that fits no field is an error`(url: String, field: String, reason: String)
    async
  {
    await #expect(throws: MediatorError.badInput(path: "echo/plain", field: field, reason: reason))
    {
      try await words(url)
    }
  }

  @Test func `a URL that is too long is an error`() async {
    let url = "app://echo/plain?word=" + String(repeating: "a", count: 20_000)
    let error = await #expect(throws: MediatorError.self) { try await words(url) }
    #expect("\(error!)".hasSuffix("expected at most 16384 bytes"))
  }

  @Test(arguments: [
    ("app://echo/hidden", MediatorError.notExposed(path: "echo/hidden", to: .links)),
    ("app://ecko/plain", .noSuchTarget("ecko", nearest: "echo")),
    ("app://echo/plan", .noSuchAction(target: "echo", name: "plan", nearest: "plain")),
    ("app://echo/hiden", .noSuchAction(target: "echo", name: "hiden", nearest: nil)),
    ("app://local/secret", .notExposed(path: "local/secret", to: .links)),
    ("app://local/secrt", .noSuchAction(target: "local", name: "secrt", nearest: nil)),
  ])
  func `a URL without a remote action is an error that suggests the nearest name`(
    url: String, expected: MediatorError
  ) async {
    await #expect(throws: expected) { try await words(url) }
  }

  private static let shopLinks = LinkAddresses(
    schemes: ["store"], hosts: ["shop.example", "www.shop.example:8443"])

  @Test(arguments: [
    "shop://", "SHOP://", "store://", "https://shop.example/", "HTTPS://Shop.Example/",
    "https://www.shop.example:8443/",
  ])
  func `links with other schemes and of servers are the same link`(start: String) async throws {
    let shop = Mediator(scheme: "shop", links: Self.shopLinks)
    try shop.answer(Echo.plain) { $0 }
    let url = "\(start)echo/plain?word=a%2Fb"
    #expect(try await shop.perform(url: url, returning: Words.self).word == "a/b")
    #expect(try shop.resolve(url: url).action.path == "echo/plain")
    #expect(shop.canonicalLink(url) == "shop://echo/plain?word=a%2Fb")
  }

  @Test(arguments: [
    "https://evil.example/echo/plain", "https://shop.example.evil.example/echo/plain",
    "https://shop.example@evil.example/echo/plain", "https://shop.example:444/echo/plain",
    "http://shop.example/echo/plain", "https://shop.example", "store:echo/plain",
    "storf://echo/plain", "https:/\u{301}/shop.example/echo/plain", "", "echo/plain",
  ])
  func `any other link is refused by a sentence that names those that are not`(url: String)
    async throws
  {
    let shop = Mediator(scheme: "shop", links: Self.shopLinks)
    try shop.answer(Echo.plain) { $0 }
    let reason =
      "expected it to start with 'shop://', 'store://', 'https://shop.example/' or "
      + "'https://www.shop.example:8443/'"
    await #expect(throws: MediatorError.badURL(url, reason: reason)) {
      try await shop.perform(url: url)
    }
    #expect(shop.canonicalLink(url) == url)
  }

  @Test(arguments: [
    ("https://shop.example/", "expected a target after '://'"),
    ("https://shop.example//echo", "expected a target after '://'"),
    ("https://shop.example/echo@plain", "expected a target without a user and a port"),
  ])
  func `the rest of such a link has the same rules`(url: String, reason: String) async throws {
    let shop = Mediator(scheme: "shop", links: Self.shopLinks)
    try shop.answer(Echo.plain) { $0 }
    let error = #expect(throws: MediatorError.self) { try shop.resolve(url: url) }
    #expect("\(error!)".hasSuffix(reason))
  }

  @Test(arguments: ["shop", "SHOP", "x-shop+1.0"])
  func `the scheme of URLs belongs to the mediator`(scheme: String) async throws {
    let shop = Mediator(scheme: scheme)
    try shop.answer(Echo.plain) { $0 }
    for url in [scheme, scheme.uppercased(), scheme.lowercased()].map({ $0 + "://echo/plain" }) {
      #expect(try await shop.perform(url: url, returning: Words.self) == Words())
      #expect(try shop.resolve(url: url).action.path == "echo/plain")
    }
    let url = "app://echo/plain"
    await #expect(
      throws: MediatorError.badURL(url, reason: "expected it to start with '\(scheme)://'")
    ) {
      try await shop.perform(url: url)
    }
  }

  @Test func `a call by URL returns JSON`() async throws {
    let json = try await mediator.perform(url: "app://echo/a/times/2")
    #expect(String(decoding: json, as: UTF8.self) == #"{"count":2,"word":"a"}"#)
  }
}
