import Foundation
import Mediator
import Testing

private enum Echo: Interface {
  static let say = Action<Words, Words>(
    Echo.self, "say", .remote, at: "echo/:word/times/:count<int>?")
  static let plain = Action<Words, Words>(Echo.self, "plain", .remote)
  static let hidden = Action<Words, Words>(Echo.self, "hidden")
}

private struct Words: Codable, Sendable, Equatable {
  var word: String?
  var count: Int?
  var loud: Bool?
  var more: [String]?
}

@Suite struct MediatorURLTests {
  let mediator = Mediator()

  init() throws {
    try mediator.answer(Echo.say) { $0 }
    try mediator.answer(Echo.plain) { $0 }
    try mediator.answer(Echo.hidden) { $0 }
  }

  private func words(_ url: String) async throws -> Words {
    try await mediator.perform(url: url, returning: Words.self)
  }

  @Test(
    arguments: [
      ("metro://echo/plain", Words()),
      ("metro://echo/plain/", Words()),
      ("METRO://Echo/plain", Words()),
      ("metro://%45cho/plain", Words()),
      ("metro://echo/plain?", Words()),
      ("metro://echo/plain?&&word=a&", Words(word: "a")),
      ("metro://echo/plain?word=a#word=b", Words(word: "a")),
      ("metro://echo/plain?word=a+b", Words(word: "a+b")),
      ("metro://echo/plain?word=a%20b%2Fc", Words(word: "a b/c")),
      ("metro://echo/plain?word=a%26b%3Dc%25", Words(word: "a&b=c%")),
      ("metro://echo/plain?word=a=b", Words(word: "a=b")),
      ("metro://echo/plain?word=a?b/c:d@e", Words(word: "a?b/c:d@e")),
      ("metro://echo/plain?word=S%C3%A3o", Words(word: "São")),
      ("metro://echo/plain?word=São", Words(word: "São")),
      ("metro://echo/plain?word=北京&more=🚇", Words(word: "北京", more: ["🚇"])),
      ("metro://echo/plain?word=", Words(word: "")),
      ("metro://echo/plain?%77ord=a", Words(word: "a")),
      ("metro://echo/plain?word=%00", Words(word: "\0")),
      ("metro://echo/plain?more=a&more=b&more=a", Words(more: ["a", "b", "a"])),
      ("metro://echo/plain?loud", Words(loud: true)),
      ("metro://echo/plain?loud=false", Words(loud: false)),
      ("metro://echo/a/times", Words(word: "a")),
      ("metro://echo/a/times/3", Words(word: "a", count: 3)),
      ("metro://echo/a%2Fb/times/3?loud", Words(word: "a/b", count: 3, loud: true)),
      ("metro://echo/../times/3", Words(word: "..", count: 3)),
      ("metro://echo/%3Aword/times", Words(word: ":word")),
      ("metro://echo/plain/times", Words(word: "plain")),
    ] as [(String, Words)])
  fileprivate func `a URL fills the input of its action`(
    url: String, expected: Words
  ) async throws {
    #expect(try await words(url) == expected)
  }

  @Test(arguments: [
    ("", "expected it to start with 'metro://'"),
    ("metro", "expected it to start with 'metro://'"),
    ("metro:echo/plain", "expected it to start with 'metro://'"),
    ("http://echo/plain", "expected it to start with 'metro://'"),
    (" metro://echo/plain", "expected it to start with 'metro://'"),
    ("metro://", "expected a target after '://'"),
    ("metro:///plain", "expected a target after '://'"),
    ("metro://user@echo/plain", "expected a target without a user and a port"),
    ("metro://echo:80/plain", "expected a target without a user and a port"),
    ("metro://echo//plain", "a segment of its path is empty"),
    ("metro://echo/plain//", "a segment of its path is empty"),
    ("metro://echo/plain?=a", "a value in its query has no name"),
    ("metro://echo/plain?word=%", "expected two hexadecimal digits after '%'; '%' itself is '%25'"),
    (
      "metro://echo/plain?word=%4", "expected two hexadecimal digits after '%'; '%' itself is '%25'"
    ),
    (
      "metro://echo/plain?word=%zz",
      "expected two hexadecimal digits after '%'; '%' itself is '%25'"
    ),
    ("metro://echo/plain?word=%FF", "its percent-encoded bytes are not UTF-8"),
    ("metro://echo/plain?word=a\nb", "a control character must be percent-encoded"),
    ("metro://echo/plain?word=a\u{7F}b", "a control character must be percent-encoded"),
    ("metro://echo/a/times?word=b", "'word' is already in its path"),
    ("metro://echo", "it matches none of echo/:word/times/:count<int>?, echo/plain, echo/say"),
    (
      "metro://echo/a/time",
      "it matches none of echo/:word/times/:count<int>?, echo/plain, echo/say"
    ),
    (
      "metro://echo/a/times/three",
      "it matches none of echo/:word/times/:count<int>?, echo/plain, echo/say"
    ),
  ])
  func `a URL that breaks a rule is an error`(url: String, reason: String) async {
    await #expect(throws: MediatorError.badURL(url, reason: reason)) { try await words(url) }
  }

  @Test(arguments: [
    ("metro://echo/plain?word", "word", "a value is missing"),
    ("metro://echo/plain?count", "count", "a value is missing"),
    ("metro://echo/plain?word=a&word=b", "word", "given 2 times; once is expected"),
    ("metro://echo/plain?count=", "count", "expected a whole number, not ''"),
    ("metro://echo/plain?loud=", "loud", "expected true or false, not ''"),
    ("metro://echo/plain?lout=true", "lout", "there is no such parameter; did you mean 'loud'?"),
    ("metro://echo/plain?reach=local", "reach", "there is no such parameter; remove it"),
    ("metro://echo/plain?target=x&action=y", "target", "there is no such parameter; remove it"),
    ("metro://echo/plain?more[]=x", "more[]", "there is no such parameter; did you mean 'more'?"),
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
    let url = "metro://echo/plain?word=" + String(repeating: "a", count: 20_000)
    let error = await #expect(throws: MediatorError.self) { try await words(url) }
    #expect("\(error!)".hasSuffix("expected at most 16384 bytes"))
  }

  @Test(arguments: [
    ("metro://echo/hidden", MediatorError.notExposed(path: "echo/hidden", to: .remote)),
    ("metro://ecko/plain", .noSuchTarget("ecko", nearest: "echo")),
    ("metro://echo/plan", .noSuchAction(target: "echo", name: "plan", nearest: "plain")),
    ("metro://echo/hiden", .noSuchAction(target: "echo", name: "hiden", nearest: nil)),
  ])
  func `a URL without a remote action is an error that suggests the nearest name`(
    url: String, expected: MediatorError
  ) async {
    await #expect(throws: expected) { try await words(url) }
  }

  @Test func `a URL can have another scheme`() async throws {
    let answer = try await mediator.perform(
      url: "tram://echo/plain?word=a", returning: Words.self, scheme: "tram")
    #expect(answer == Words(word: "a"))
  }

  @Test func `a call by URL returns JSON`() async throws {
    let json = try await mediator.perform(url: "metro://echo/a/times/2")
    #expect(String(decoding: json, as: UTF8.self) == #"{"count":2,"word":"a"}"#)
  }
}
