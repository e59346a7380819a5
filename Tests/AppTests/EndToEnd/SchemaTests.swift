import BookmarksInterface
import CityListInterface
import Console
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// Compares the JSON Schemas that `help --json` shows with real answers.
@Suite(.highPriority) struct SchemaTests {
  /// One answer and its schema. `.ci/run` gives them to another validator, too.
  private struct Sample: Encodable {
    let name: String
    let schema: JSONValue
    let value: JSONValue
  }

  /// Many answers with few schemas, each of which is parsed once.
  private struct Samples {
    private var schemas: [Data: JSONValue] = [:]
    private(set) var all: [Sample] = []

    mutating func add(_ name: String, schema: Data, value: Data) throws {
      let known = try schemas[schema] ?? JSON.decode(JSONValue.self, from: schema)
      schemas[schema] = known
      all.append(
        Sample(name: name, schema: known, value: try JSON.decode(JSONValue.self, from: value)))
    }
  }

  /// Further lines, for answers that no example has: several changes, only a walk, no journey, the
  /// places where a day ends, and one item of a list.
  private static let lines = [
    "route Aeroporto \"Vasco da Gama\" --depart 08:00", "route @41.152,-8.609 @41.153,-8.609",
    "route Trindade Aliados --date 2026-12-24 --depart 25:30", "station Aeroporto --date sun",
    "last-train \"Vasco da Gama\" Aeroporto", "city use porto", "stations zzz",
    "bookmarks clear stations", "fare Trindade Trindade",
    "fare @41.152,-8.609 @41.153,-8.609", "bookmarks undo", "city list", "history",
  ]

  /// Calls by name of actions that no command makes.
  private static let calls: [(target: String, action: String, Parameters)] = [
    ("fares", "list", [:]), ("share", "channels", [:]),
    ("stations", "departures", ["name": "Trindade"]),
  ]

  @Test func `the answers of all commands and actions fit their schemas`() async throws {
    let session = try HostSession()
    let feed = SharedData.checkout.appending(
      path: "Tests/AppTests/Fixtures/Feeds/four-stations.zip")
    let bytes = try [UInt8](Data(contentsOf: feed))
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\nConnection: close\r\n\r\n"
    let server = try HTTPServer(["/gtfs.zip": [.send(head), .bytes(bytes)]])
    let monitor = SchemaMonitor()
    var samples = Samples()
    let commands = AppCommands(Metro.app).documented.filter { $0.name != "open" }
    let schemas = try await schemas(of: commands, session)
    var unanswered = Set(commands.map(\.name))
    for line in commands.flatMap(\.examples) + Self.lines {
      let words = words(of: line).map { word in
        switch word {
        case _ where word.hasPrefix("https:"): server.url("/gtfs.zip")
        case _ where word.hasSuffix(".zip"): feed.path
        case _ where word.contains(".") && !word.contains(","):
          session.folder.appending(path: word).path
        default: word
        }
      }
      guard !words.contains("--watch"), !HostSession.needsTicketServer(words),
        !HostSession.needsPlugin(words)
      else { continue }
      let command = try #require(
        commands.filter { words.starts(with: $0.words) }.max {
          $0.words.count < $1.words.count
        })
      let result = try await session.run(
        words.filter { $0 != "--json" } + ["--json"], interceptor: monitor)
      #expect(result.errors.isEmpty, "metro \(line)")
      guard !result.output.isEmpty else { continue }
      let (value, schema) = (Data(result.output.utf8), try #require(schemas[command.name]))
      #expect(try JSONSchemaCheck(schema).differences(in: value) == [], "metro \(line)")
      try samples.add("metro \(line)", schema: schema, value: value)
      unanswered.remove(command.name)
    }
    #expect(
      unanswered.map { words(of: $0) }.filter {
        !HostSession.needsTicketServer($0) && !HostSession.needsPlugin($0)
      } == [],
      "add a line that calls each of them")
    try await perform(Self.calls, session.folder, monitor)
    #expect(monitor.differences == [])
    let called = Set(monitor.samples.filter { $0.use == .output }.map(\.action))
    let callable = AppModules.all.flatMap({ $0.manifest.answers }).filter { $0.exposure != .native }
    #expect(
      callable.filter {
        !called.contains($0.path) && !["account", "orders"].contains($0.target)
      }.map(\.path) == [],
      "call each of them")
    for sample in monitor.samples {
      try samples.add(
        "the \(sample.use) of \(sample.action)", schema: sample.schema, value: sample.json)
    }
    let legs = samples.all.flatMap { kinds(in: $0.value) }
    #expect(Set(legs).isSuperset(of: ["ride", "change", "walk"]))
    guard let file = ProcessInfo.processInfo.environment["SCHEMA_SAMPLES"] else { return }
    try JSON.encode(samples.all).write(to: URL(filePath: file))
  }

  /// The JSON Schemas in `help --json`, by the name of the command.
  private func schemas(
    of commands: [Command], _ session: HostSession
  ) async throws -> [String: Data] {
    struct Page: Decodable {
      let command: String
      let answer: JSONValue?
    }
    let help = try await session.run("help", "--json").output
    let pages = try JSON.decode([Page].self, from: Data(help.utf8))
    return try pages.reduce(into: [:]) { schemas, page in
      schemas[page.command] = try page.answer.map { try JSON.encode($0) }
    }
  }

  private func perform(
    _ calls: [(target: String, action: String, Parameters)], _ folder: URL, _ monitor: SchemaMonitor
  ) async throws {
    let mediator = Mediator()
    let manager = try ModuleManager(AppModules.all, mediator: mediator) { manifest in
      ModuleContext(mediator: mediator, folder: folder.appending(path: manifest.target))
    }
    let subscription = mediator.intercept(with: monitor)
    try await manager.open()
    for call in calls {
      _ = try await mediator.perform(
        target: call.target, action: call.action, parameters: call.2)
    }
    let journey = try #require(try await mediator.perform(Bookmarks.history, HistoryQuery()).first)
    _ = try await mediator.perform(Bookmarks.removeFromHistory, HistoryReference(journey))
    await manager.stop()
    withExtendedLifetime(subscription) {}
  }

  /// The kinds of all legs.
  private func kinds(in value: JSONValue) -> [String] {
    switch value {
    case .object(let members):
      let own: [String] = if case .text(let kind)? = members["kind"] { [kind] } else { [] }
      return own + members.values.flatMap(kinds)
    case .list(let elements): return elements.flatMap(kinds)
    case .null, .boolean, .integer, .number, .text: return []
    }
  }
}
