import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Plugins
import Testing

@testable import HostKit

/// A list with actions of every effect.
enum Shelf: Interface {
  static let items = Action<Empty, [String]>(Shelf.self, "items", .reads, .remote)
  static let put = Action<ShelfItem, [String]>(
    Shelf.self, "put", .adds, [.assistants, .programs, .plugins],
    summary: "Put an item on the shelf")
  static let clear = Action<Empty, [String]>(
    Shelf.self, "clear", .removes, .remote, summary: "Remove all items")
  static let undo = Action<Empty, [String]>(Shelf.self, "undo", .changes)
}

struct ShelfItem: Codable, Sendable {
  let name: String
}

struct ShelfModule: Module {
  static let manifest = Manifest(
    Shelf.self, summary: "Keeps items",
    answers: [Shelf.items, Shelf.put, Shelf.clear, Shelf.undo])

  private let folder: DataFolder

  init(context: ModuleContext) { folder = context.dataFolder }

  func register(with registrar: Registrar) {
    registrar.answer(Shelf.items) { _ in stored }
    registrar.answer(Shelf.put) { try store(stored + [$0.name]) }
    registrar.answer(Shelf.clear) { _ in try store([]) }
    registrar.answer(Shelf.undo) { _ in try store(stored.dropLast()) }
  }

  private var stored: [String] {
    (try? folder.content(of: "items")).flatMap { try? JSON.decode([String].self, from: $0) } ?? []
  }

  private func store(_ items: [String]) throws -> [String] {
    try folder.write(JSON.encode(items), to: "items")
    return items
  }
}

/// An app with a shelf in a data folder, and its clients.
struct ShelfFixture {
  static let node = "/usr/bin/node"

  let folder = TemporaryFolder()
  let app = CommandLineApp.shop([ShelfModule.self])
  let date = Lock(Date(timeIntervalSince1970: 1_800_000_000))

  var grants: [Grant] {
    get throws { try GrantStore(in: folder.url).grants }
  }

  func run(_ line: String...) async throws -> CommandLineOutput {
    try await app.run(line, folder: folder.url, columns: 400)
  }

  func client(startedBy program: String? = node) throws -> MCPClient {
    try MCPClient(app, in: folder, startedBy: program) { [date] in date.withLock(\.self) }
  }

  /// A client of the older era after its beginning.
  func legacy(
    _ name: String = "\"helper\"", canAsk: Bool = true, startedBy program: String? = node
  ) async throws -> MCPClient {
    let client = try client(startedBy: program)
    let capabilities = canAsk ? #"{"elicitation":{}}"# : "{}"
    _ = try await client.answer(
      to: MCPEra.legacy.request(
        "0", "initialize",
        #""protocolVersion":"2025-11-25","capabilities":\#(capabilities),"clientInfo":{"name":\#(name)}"#
      ))
    return client
  }
}

extension MCPClient {
  /// Answers the question of the server, which is its next message.
  /// - Parameter result: The result of `elicitation/create`.
  func reply(_ result: String) async throws -> JSONValue {
    let question = try await message()
    #expect(question["method"] == .text("elicitation/create"), "\(question.json)")
    send(#"{"jsonrpc":"2.0","id":\#(question["id"]?.json ?? "0"),"result":\#(result)}"#)
    return question
  }

  static func accept(_ answer: ConsentAnswer) -> String {
    #"{"action":"accept","content":{"consent":"\#(answer.rawValue)"}}"#
  }
}

extension JSONValue {
  /// The texts of the result of a call.
  var texts: [String] {
    guard case .list(let parts)? = self["result"]?["content"] else { return [] }
    return parts.compactMap { if case .text(let text)? = $0["text"] { text } else { nil } }
  }

  var isFailure: Bool { self["result"]?["isError"] == .boolean(true) }
}
