import Foundation
import ModuleTesting
import Testing

@testable import Mediator

private enum Post: Interface {
  static let send = Action<Letter, Letter>(Post.self, "send", .reads, .remote)
  static let note = Action<String, Int>(Post.self, "note")
  static let folders = Action<Folder, Empty>(Post.self, "folders")
}

private struct Letter: Codable, Sendable, Equatable {
  struct Stamp: Codable, Equatable { let name: String }

  var to: String?
  var copies: [String]?
  var body: String?
  var stamps: [Stamp]?
}

/// Contains itself.
private struct Folder: Codable, Sendable {
  let name: String
  let folders: [Folder]?
}

/// Like `send`, with a schema that is only known at run time, and JSON of any form.
private let forward = Action(
  target: "post", name: "forward", .reads, .remote,
  input: .object(
    name: "Letter",
    [
      .field("to", .nullable(.text(nil)), isOptional: true),
      .field("copies", .list(.text(nil)), isOptional: true),
      Schema.Field(name: "body", schema: .text(nil), isOptional: true, textLimit: 20_000),
      .field("more", .any, isOptional: true),
      .field("labels", .dictionary(.text(nil)), isOptional: true),
      .field(
        "stamps",
        .list(
          .anyOf([
            .object(name: "Stamp", [.field("name", .text(nil))]),
            .object(name: "Seal", [.field("motto", .text(nil)), .field("name", .integer)]),
          ])), isOptional: true),
    ]),
  output: .any)

@Suite struct SchemaTextLimitsTests {
  private static let limit = 16_384
  /// Two bytes for each letter.
  private static let longest = String(repeating: "é", count: limit / 2)

  private let mediator = Mediator()

  init() throws {
    try mediator.answer(Post.send) { $0 }
    try mediator.answer(Post.note) { $0.count }
    try mediator.answer(Post.folders) { _ in Empty() }
    try mediator.answer(forward) { $0 }
  }

  private func refusal(_ path: String, _ field: String?, _ length: Int, _ limit: Int = limit)
    -> MediatorError
  {
    .badInput(
      path: "post/\(path)", field: field,
      reason: "it has \(length) bytes; expected at most \(limit); shorten it")
  }

  private func perform(_ action: String, json: String) async throws {
    _ = try await mediator.perform(target: "post", action: action, json: Data(json.utf8))
  }

  @Test(arguments: ["send", "forward"])
  func `a text in JSON has at most 16,384 bytes`(action: String) async throws {
    try await perform(action, json: #"{"to":"\#(Self.longest)"}"#)
    await #expect(throws: refusal(action, "to", Self.limit + 1)) {
      try await perform(action, json: #"{"to":"\#(Self.longest)a","stamps":[]}"#)
    }
  }

  @Test(arguments: ["send", "forward"])
  func `a parameter has at most 16,384 bytes`(action: String) async throws {
    func perform(_ text: String) async throws {
      _ = try await mediator.perform(target: "post", action: action, parameters: ["to": text])
    }
    try await perform(Self.longest)
    await #expect(throws: refusal(action, "to", Self.limit + 1)) {
      try await perform(Self.longest + "a")
    }
  }

  @Test func `the input of a command has the same limit`() throws {
    let expected = "it has 16385 bytes; expected at most 16384; shorten it"
    for input in [
      { _ = try Post.send.input(from: ["to": Self.longest + "a"]) },
      { _ = try forward.input(from: ["to": Self.longest + "a"]) },
    ] as [() throws -> Void] {
      let error = #expect(throws: DecodingError.self) { try input() }
      #expect(error?.problem.field == "to")
      #expect(error?.problem.reason == expected)
    }
  }

  @Test func `a typed call is not checked`() async throws {
    let letter = Letter(to: Self.longest + Self.longest)
    #expect(try await mediator.perform(Post.send, letter) == letter)
  }

  @Test func `a field may declare a larger limit`() async throws {
    let action = "forward"
    let body = String(repeating: "a", count: 20_000)
    try await perform(action, json: #"{"body":"\#(body)"}"#)
    _ = try await mediator.perform(target: "post", action: action, parameters: ["body": body])
    let error = refusal(action, "body", 20_001, 20_000)
    await #expect(throws: error) { try await perform(action, json: #"{"body":"\#(body)a"}"#) }
    await #expect(throws: error) {
      try await mediator.perform(target: "post", action: action, parameters: ["body": body + "a"])
    }
  }

  @Test func `no field has a smaller limit, so that short inputs need no schema`() {
    #expect(
      Schema.Field(name: "a", schema: .any, isOptional: true, textLimit: 1).textLimit == Self.limit)
  }

  @Test(arguments: ["send", "forward"])
  func `the texts of a list count together`(action: String) async throws {
    let names = [String](repeating: "ab", count: Self.limit / 2)
    func parameters(_ names: [String]) -> Parameters {
      names.reduce(into: Parameters()) { $0.append($1, for: "copies") }
    }
    func json(_ names: [String]) -> String {
      #"{"copies" : [\#(names.map { "\"\($0)\"" }.joined(separator: " , "))]}"#
    }
    try await perform(action, json: json(names))
    await #expect(throws: refusal(action, "copies", Self.limit + 1)) {
      try await perform(action, json: json(names + ["a"]))
    }
    await #expect(throws: refusal(action, "copies", Self.limit + 1)) {
      try await mediator.perform(
        target: "post", action: action, parameters: parameters(names + ["a"]))
    }
  }

  @Test(arguments: ["send", "forward"])
  func `each field of an object in an input has its own limit`(action: String) async throws {
    let stamps = (0...3).map { _ in #"{"name":"\#(Self.longest)"}"# }
    if action == "send" {
      try await perform(action, json: #"{"stamps":[\#(stamps.joined(separator: ","))]}"#)
    }
    await #expect(throws: refusal(action, "stamps[4].name", Self.limit + 1)) {
      let long = #"{"name":"a\#(Self.longest)"}"#
      try await perform(action, json: #"{"stamps":[\#((stamps + [long]).joined(separator: ","))]}"#)
    }
  }

  @Test func `an object that contains itself has the limits at each level`() async throws {
    func json(_ text: String) -> String {
      #"{"name":"a","folders":[{"name":"b","folders":[{"name":"\#(text)"}]}]}"#
    }
    try await perform("folders", json: json(Self.longest))
    await #expect(throws: refusal("folders", "folders[0].folders[0].name", Self.limit + 1)) {
      try await perform("folders", json: json(Self.longest + "a"))
    }
  }

  @Test(arguments: [
    ("more", #"{"a":[1,"TEXT"],"b":{"c":null}}"#, 3), ("more", #"["TEXT",[]]"#, 0),
    ("labels", #"{"ab":"TEXT","":"abc"}"#, 5),
  ])
  func `names and texts of a value without fields count together`(
    field: String, value: String, others: Int
  ) async throws {
    let text = String(repeating: "a", count: Self.limit - others)
    func perform(_ text: String) async throws {
      try await self.perform(
        "forward", json: #"{"\#(field)":\#(value.replacing("TEXT", with: text)),"to":"\#(text)"}"#)
    }
    try await perform(text)
    await #expect(throws: refusal("forward", field, Self.limit + 1)) {
      try await perform(text + "a")
    }
  }

  @Test func `an input that is a text has the limit, too`() async throws {
    try await perform("note", json: "\"\(Self.longest)\"")
    await #expect(throws: refusal("note", nil, Self.limit + 2)) {
      try await perform("note", json: "\"\(Self.longest)ab\"")
    }
  }

  @Test(arguments: [
    (#"\u0041"#, 1), (#"\n"#, 1), (#"\""#, 1), (#"\u00e9"#, 2), (#"\u20AC"#, 3),
    (#"\ud83d\ude80"#, 4),
  ])
  func `an escape counts as the character for which it stands`(escape: String, length: Int)
    async throws
  {
    let text = String(repeating: escape, count: Self.limit / length)
    let rest = Self.limit % length
    try await perform("send", json: #"{"to":"\#(text)"}"#)
    await #expect(throws: refusal("send", "to", Self.limit - rest + length)) {
      try await perform("send", json: #"{"to":"\#(text)\#(escape)"}"#)
    }
  }

  @Test func `what the input ignores may be longer than a field`() async throws {
    let text = Self.longest + Self.longest
    try await perform("send", json: #"{"to":"a","x":"\#(text)","y":{"to":["\#(text)"]}}"#)
  }

  @Test(arguments: ["send", "forward"])
  func `what the input ignores has at most 1 MiB, names and all values included`(
    action: String
  ) async throws {
    func json(_ text: String, _ count: Int) -> String {
      #"{"to":"a","stamps":[{"name":"b","x":"\#(text)"}],\#(String(repeating: #""a":0,"#, count: count))"b":1}"#
    }
    let text = String(repeating: "a", count: (1 << 20) - 5 * 1001 - #""x":"""#.utf8.count)
    if action == "send" { try await perform(action, json: json(text, 1000)) }
    let reason =
      "it and other members that are ignored have more than 1048576 bytes; remove them"
    await #expect(
      throws: MediatorError.badInput(path: "post/\(action)", field: "b", reason: reason)
    ) {
      try await perform(action, json: json(text + "a", 1000))
    }
  }

  @Test func `a name is recognized however it is written`() async throws {
    for name in [#"\u0062od\u0079"#, "body"] {
      let error = refusal("forward", "body", 20_001, 20_000)
      let body = String(repeating: "a", count: 20_001)
      await #expect(throws: error) {
        try await perform("forward", json: #"{"\#(name)":"\#(body)"}"#)
      }
    }
  }

  @Test func `checking an input of many values ends when its call is cancelled`() async throws {
    func perform(values count: Int) async throws {
      let values = [String](repeating: "0", count: count).joined(separator: ",")
      let text = Self.longest
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await self.perform("forward", json: #"{"to":"\#(text)","more":[\#(values)]}"#)
      }
      try await task.value
    }
    try await perform(values: 1)
    await #expect(throws: CancellationError.self) { try await perform(values: 5000) }
  }

  @Test(arguments: [
    "[", #"{"to":"#, #"{"to":"a""#, #"{"to":"\u12"}"#, #"{"to" "a"}"#, #"{"to":}"#, #"{"to":"a",}"#,
    "",
  ])
  func `long JSON that is not valid is an error, whatever its decoder would accept`(
    json: String
  ) async throws {
    let reason = "expected valid JSON in UTF-8 of at most 128 levels"
    await #expect(throws: MediatorError.badInput(path: "post/send", field: nil, reason: reason)) {
      try await perform("send", json: json + String(repeating: " ", count: Self.limit + 1))
    }
  }
}

extension SchemaTextLimitsTests {
  private static let reason = "it has more than 30 combining characters in a row; remove some"
  private static let marks = String(repeating: "\u{316}\u{301}", count: 15)

  @Test(arguments: ["send", "forward"])
  func `a text has at most 30 combining characters in a row`(action: String) async throws {
    let error = MediatorError.badInput(path: "post/\(action)", field: "to", reason: Self.reason)
    try await perform(action, json: #"{"to":"e\#(Self.marks)e\#(Self.marks)"}"#)
    for text in [
      "e\(Self.marks)\u{301}", #"e\#(Self.marks)\u0301"#, #"\#(Self.marks)\uD834\uDD65"#,
    ] {
      await #expect(throws: error) { try await perform(action, json: #"{"to":"\#(text)"}"#) }
    }
    await #expect(throws: error) {
      try await mediator.perform(
        target: "post", action: action, parameters: ["to": "\(Self.marks)\u{301}"])
    }
  }

  @Test(arguments: ["\u{F73}", "\u{F75}", "\u{F81}"])
  func `a character that stands for two combining ones is one of them`(
    character: String
  ) async throws {
    let error = MediatorError.badInput(path: "post/send", field: "to", reason: Self.reason)
    let row = String(repeating: "\u{316}\u{301}", count: 14) + character
    let longer = row + "\u{316}"
    try await perform("send", json: #"{"to":"\#(longer)"}"#)
    await #expect(throws: error) {
      try await perform("send", json: #"{"to":"\#(longer + "\u{301}")"}"#)
    }
  }

  @Test func `so has a name`() async throws {
    let name = "\(Self.marks)\u{301}"
    await #expect(
      throws: MediatorError.badInput(path: "post/send", field: nil, reason: Self.reason)
    ) {
      try await perform("send", json: #"{"\#(name)":1}"#)
    }
    await #expect(
      throws: MediatorError.badInput(path: "post/send", field: name, reason: Self.reason)
    ) {
      try await mediator.perform(target: "post", action: "send", parameters: [name: "a"])
    }
  }

  @Test(arguments: ["post/send?to=TEXT", "post/send?TEXT=a", "post/TEXT", "TEXT/send"])
  func `so has a URL, also when its characters are encoded`(url: String) async throws {
    let text = "e\(Self.marks)\u{301}"
    for text in [text, text.percentEncoded] {
      let url = "app://" + url.replacing("TEXT", with: text)
      await #expect(throws: MediatorError.badURL(String(url.prefix(200)), reason: Self.reason)) {
        try await mediator.perform(url: url)
      }
    }
  }
}
