import Foundation
import Testing

@testable import Mediator

private enum Shop: Interface {
  static let search = Action<Search, Search>(Shop.self, "search", .reads, .remote)
}

private struct Search: Codable, Equatable, Sendable {
  let text: String
  var limit: Int?
  var small: Int8?
  var price: Double?
  var size: Size?
  var sizes: [Size]?
  var box: Box?
  var loose: Loose?
  var pathless: Pathless?
}

private struct SizeError: ModuleError {
  let size: String
  var kind: FailureKind { .notFound }
  var description: String { "no size '\(size)'; expected S or L" }
}

private struct Size: Codable, Equatable, Sendable {
  let name: String

  init(from decoder: any Decoder) throws {
    name = try decoder.singleValueContainer().decode(String.self)
    guard ["S", "L"].contains(name) else { throw SizeError(size: name) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

private struct Box: Codable, Equatable, Sendable {
  let sizes: [String: [Size]]
}

/// A value that tries one way to read itself, and then fails in another.
private struct Loose: Codable, Equatable, Sendable {
  let name: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let size = try? container.decode(Size.self) {
      name = size.name
    } else {
      name = try container.decode(String.self)
      guard name != "M" else { throw Refused() }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

private struct Refused: Error {}

/// A value whose error says what is wrong, but not where.
private struct Pathless: Codable, Equatable, Sendable {
  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "Too late."))
  }
}

struct FieldLocatorTests {
  private let mediator = Mediator(scheme: "app")

  init() throws {
    try mediator.answer(Shop.search) { $0 }
  }

  @Test(arguments: [
    ("limit", "2.5", "expected a whole number, not 2.5"),
    ("limit", "1e19", "1e+19 is too large or too small"),
    ("limit", "-300000000000000000000", "-3e+20 is too large or too small"),
    ("limit", "1e999", "expected a whole number"),
    ("small", "300", "300 is too large or too small"), ("price", "1e999", "expected a number"),
    ("pathless", "1", "too late"),
  ])
  func `of a number that does not fit, the field is named`(
    field: String, value: String, reason: String
  ) async {
    let json = Data(#"{"text": "a", "\#(field)": \#(value)}"#.utf8)
    await #expect(
      throws: MediatorError.badInput(path: "shop/search", field: field, reason: reason)
    ) {
      try await mediator.perform(target: "shop", action: "search", json: json, from: .assistants)
    }
  }

  @Test(arguments: [
    (#""size": "M""#, "size"), (#""sizes": ["S", "L", "M"]"#, "sizes[2]"),
    (#""box": {"sizes": {"a": ["S"], "b": ["S", "M"]}}"#, "box.sizes.b[1]"),
  ])
  func `of a value that its type rejects, the field is named`(
    member: String, field: String
  ) async {
    let json = Data(#"{"text": "a", \#(member)}"#.utf8)
    let error = await #expect(throws: ActionError.self) {
      try await mediator.perform(target: "shop", action: "search", json: json, from: .assistants)
    }
    #expect(error?.field == field && error?.error as? SizeError == SizeError(size: "M"))
    #expect(error?.description == "'\(field)': no size 'M'; expected S or L")
    #expect(error?.kind == .notFound)
  }

  @Test(arguments: [
    ("size=M", "size", "no size 'M'; expected S or L"),
    ("sizes=S&sizes=M", "sizes[1]", "no size 'M'; expected S or L"),
    ("loose=M", "loose", "unexpected error 'MediatorTests.Refused'"),
  ])
  func `so it is by URL`(query: String, field: String, reason: String) async {
    let error = await #expect(throws: ActionError.self) {
      try await mediator.perform(url: "app://shop/search?text=a&\(query)")
    }
    #expect(error?.field == field && error?.path == "shop/search")
    #expect(error?.description == "'\(field)': \(reason)")
    #expect(throws: ActionError.self) {
      try mediator.resolve(url: "app://shop/search?text=a&\(query)")
    }
  }

  @Test(arguments: ["loose=S", "loose=X"])
  func `an error that a type handles itself is none`(query: String) async throws {
    _ = try await mediator.perform(url: "app://shop/search?text=a&\(query)")
  }

  @Test func `parameters name the field, too`() {
    let error = #expect(throws: DecodingError.self) {
      try (["text": "a", "size": "M"] as Parameters).decode(Search.self)
    }
    #expect(error?.plainText == "'size': no size 'M'; expected S or L")
  }

  @Test func `an error that is a badInput of its own has that kind, and any other, too`() {
    #expect(ActionError(path: "a/b", field: "c", error: Refused()).kind == .badInput)
    #expect(ActionError(path: "a/b", error: Refused()).kind == .failed)
  }

  @Test func `a type that rejects the whole input is an error of the action`() async throws {
    try mediator.answer(Whole.check) { $0 }
    let error = await #expect(throws: ActionError.self) {
      try await mediator.perform(url: "app://whole/check?from=2")
    }
    #expect(error?.field == nil && error?.error is Refused)
  }

  @Test func `of a value that is nested deeply, the field at its beginning is named`() {
    let open = String(repeating: #"{"next":"#, count: 100)
    let json = Data("\(open){\"size\":\"M\"}\(String(repeating: "}", count: 100))".utf8)
    let error = #expect(throws: DecodingError.self) { try JSON.decodeInput(Tree.self, from: json) }
    #expect(error?.problem.field?.hasPrefix("next.next.next") == true)
  }

  @Test func `JSON with an error in its syntax is not valid`() {
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode(Search.self, from: Data(#"{"text": "a", "limit": 2.5"#.utf8))
    }
    #expect(error?.plainText == "the given data was not valid JSON")
  }
}

private final class Tree: Codable {
  let next: Tree?
  let size: Size?
}

private enum Whole: Interface {
  static let check = Action<Range, Range>(Whole.self, "check", .reads, .remote)

  struct Range: Codable, Sendable {
    let from: Int

    init(from decoder: any Decoder) throws {
      from = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .from)
      guard from < 2 else { throw Refused() }
    }
  }
}
