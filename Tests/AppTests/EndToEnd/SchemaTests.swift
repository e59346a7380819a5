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

    init(_ name: String, schema: Data, value: Data) throws {
      self.name = name
      self.schema = try JSON.decode(JSONValue.self, from: schema)
      self.value = try JSON.decode(JSONValue.self, from: value)
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
    ("fares", "list", [:]), ("share", "channels", [:]), ("realtime", "vehicles", [:]),
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
    var answers: [(name: String, schema: Data, value: Data)] = []
    let commands = HostCommands(Metro.app).documented.filter { !["open", "web"].contains($0.name) }
    let schemas = try await schemas(of: commands, session)
    let checks = try schemas.mapValues { try JSONSchemaCheck($0) }
    var unanswered = Set(commands.map(\.name))
    for line in commands.flatMap(\.examples) + Self.lines {
      let words = words(of: line).map { word in
        switch word {
        case _ where word.hasPrefix("https:"): server.url("/gtfs.zip")
        case _ where word.hasSuffix(".zip"): feed.path
        case _ where word.contains(".") && !word.contains(",") && Double(word) == nil:
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
      #expect(try checks[command.name]?.differences(in: value) == [], "metro \(line)")
      answers.append(("metro \(line)", schema, value))
      unanswered.remove(command.name)
    }
    #expect(
      unanswered.map { words(of: $0) }.filter {
        !HostSession.needsTicketServer($0) && !HostSession.needsPlugin($0)
      } == [],
      "add a line that calls each of these commands to SchemaTests.lines")
    try await perform(Self.calls, session.folder, monitor)
    #expect(monitor.differences == [])
    let called = Set(monitor.samples.filter { $0.use == .output }.map(\.action))
    let callable = AppModules.all.flatMap({ $0.manifest.answers }).filter { $0.exposure != .native }
    #expect(
      callable.filter {
        !called.contains($0.path) && !["account", "orders"].contains($0.target)
      }.map(\.path) == [],
      "add a call of each of these actions to SchemaTests.calls")
    for kind in ["ride", "change", "walk"] {
      let text = Data("\"kind\":\"\(kind)\"".utf8)
      #expect(answers.contains { $0.value.range(of: text) != nil }, "no leg is a \(kind)")
    }
    guard let file = ProcessInfo.processInfo.environment["SCHEMA_SAMPLES"] else { return }
    answers += monitor.samples.map { ("the \($0.use) of \($0.action)", $0.schema, $0.json) }
    let samples = try answers.map { try Sample($0.name, schema: $0.schema, value: $0.value) }
    try JSON.encode(samples).write(to: URL(filePath: file))
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
    try await withAppModules(in: folder) { mediator in
      let subscription = mediator.intercept(with: monitor)
      for call in calls {
        _ = try await mediator.perform(
          target: call.target, action: call.action, parameters: call.2)
      }
      let history = try await mediator.perform(Bookmarks.history, HistoryQuery())
      let journey = try #require(history.first)
      _ = try await mediator.perform(Bookmarks.removeFromHistory, HistoryReference(journey))
      withExtendedLifetime(subscription) {}
    }
  }
}
