import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import TestSupport
import Testing
import Web

@testable import HostKit
@testable import metro

/// Each action of the app, called by every way in.
@Suite(.timeLimit(.minutes(15))) struct ExposureTests {
  enum Outcome: String { case refused, asked, allowed }

  enum Way: String, CaseIterable {
    case name, link, program, assistant, plugin

    var origin: Exposure {
      switch self {
      case .name: .local
      case .link: .links
      case .program: .programs
      case .assistant: .assistants
      case .plugin: .plugins
      }
    }

    /// What the declaration of an action means.
    func expected(_ action: any ActionDeclaration) -> Outcome {
      guard action.exposure.contains(origin) else { return .refused }
      switch self {
      case .assistant, .plugin, .program: return action.effect == .reads ? .allowed : .asked
      case .name, .link: return .allowed
      }
    }
  }

  /// The modules of the app, without those that a maker has added from templates: their own tests
  /// check their actions.
  private static var handWritten: [any Module.Type] {
    AppModules.all.filter { module in
      guard module.manifest.name != "News" else { return true }
      let record = SharedData.checkout.appending(path: "Modules/\(module.manifest.name)/.template")
      return !FileManager.default.fileExists(atPath: record.path)
    }
  }

  /// Ends each call before its module starts, so that nothing happens.
  private struct Barrier: Interceptor {
    struct Reached: Error {}

    func intercept<Input: Sendable, Output: Sendable>(
      _ call: Call, _ input: Input, next: (Input) async throws -> Output
    ) async throws -> Output { throw Reached() }
  }

  /// A call by name or by a link. An input that does not fit comes after the check of the caller.
  private func call(
    _ action: any ActionDeclaration, _ way: Way, _ mediator: Mediator
  ) async throws -> Outcome {
    do {
      if way == .link {
        _ = try await mediator.perform(url: "app://\(action.path)")
      } else {
        _ = try await mediator.perform(
          target: action.target, action: action.name, json: Data("{}".utf8), from: way.origin)
      }
      Issue.record("'\(action.path)' was performed")
      return .allowed
    } catch MediatorError.notExposed {
      return .refused
    } catch is Barrier.Reached {
      return .allowed
    } catch MediatorError.badInput {
      return .allowed
    }
  }

  /// The outcomes of calls over HTTP, by action, with the token of a program that may only read, and
  /// without a page that is open.
  private func outcomesOverHTTP(
    _ actions: [ActionDescriptor], _ mediator: Mediator, in folder: URL
  ) async throws -> [String: Outcome] {
    let closed = Terminal(descriptor: -1, environment: [:])
    let host = CommandLineHost(app: Metro.app, folder: folder, output: closed, errors: closed)
    let grants = GrantStore(in: folder)
    try grants.change {
      $0 = [
        Grant(
          client: .program("test", token: "token"), action: Grant.reading, isStanding: true,
          since: Date())
      ]
    }
    let api = host.webAPI(host.programAccess(to: Metro.app.modules), through: mediator)
    var result: [String: Outcome] = [:]
    for action in actions {
      let response = await api.answer(
        try HTTPRequest(
          .post, "/api/\(action.path)",
          fields: ["authorization": "Bearer token", "content-type": "application/json"],
          body: Data((action.effect == .reads ? "{}" : Self.input(of: action)).utf8)),
        isOwnBrowser: false)
      guard case .data(let body) = response.body else { continue }
      let text = String(decoding: body, as: UTF8.self)
      result[action.path] =
        text.contains("programs cannot call")
        ? .refused : text.contains("the person cannot be asked here") ? .asked : .allowed
    }
    return result
  }

  /// An input that fits an action that writes, because nobody is asked about another one.
  private static func input(of action: ActionDescriptor) -> String {
    switch action.path {
    case "bookmarks/add": #"{"name":"home","from":"Trindade"}"#
    case "bookmarks/remove": #"{"name":"home"}"#
    case "cart/add": #"{"fare":"z2"}"#
    case "trips/add": #"{"from":"Trindade","to":"Aliados"}"#
    case "trips/change", "trips/remove", "trips/done": #"{"id":1}"#
    case _: "{}"
    }
  }

  /// The outcomes of calls through an MCP server, by action, without a person who can be asked.
  private func outcomes(
    for way: Way, _ actions: [ActionDescriptor], _ mediator: Mediator, in folder: URL
  ) async throws -> [String: Outcome] {
    let (requests, responses) = (Pipe(), Pipe())
    let tools = MCPTool.all(of: Metro.app.modules, in: Metro.app, for: way.origin)
    let server = try MCPServer(
      Metro.app, tools, for: way.origin, mediator,
      consents: ConsentManager(GrantStore(in: folder), now: { Date() }), clock: ManualClock()
    ) { _ in ClientIdentity(kind: .assistant, name: "test", program: nil) }
    let lines = actions.enumerated().map { id, action in
      let arguments = action.effect == .reads ? #"{"?":1}"# : "{}"
      return #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"#
        + #""\#(MCPTool.name(of: action))","arguments":\#(arguments)}}"# + "\n"
    }
    try requests.fileHandleForWriting.write(contentsOf: Data(lines.joined().utf8))
    try requests.fileHandleForWriting.close()
    try await server.serve(
      .copies(
        of: requests.fileHandleForReading.fileDescriptor,
        responses.fileHandleForWriting.fileDescriptor))
    try responses.fileHandleForWriting.close()
    let output = responses.fileHandleForReading.readDataToEndOfFile()
    var result: [String: Outcome] = [:]
    for line in output.split(separator: UInt8(ascii: "\n")) {
      guard case .object(let answer) = try JSON.decode(JSONValue.self, from: Data(line)),
        case .integer(let id)? = answer["id"]
      else { continue }
      let text = String(decoding: line, as: UTF8.self)
      result[actions[id].path] =
        text.contains("no tool '")
        ? .refused : text.contains("the person cannot be asked here") ? .asked : .allowed
    }
    return result
  }

  @Test func `each way in does with each action what its declaration says`() async throws {
    let folder = TemporaryFolder()
    let actions = Self.handWritten.flatMap { $0.manifest.answers.map(\.descriptor) }
    let count = try await withAppModules(in: folder.url) { mediator in
      let barrier = mediator.intercept(with: Barrier())
      defer { withExtendedLifetime(barrier) {} }
      var count = 0
      for way in Way.allCases {
        let served: [String: Outcome] =
          switch way {
          case .assistant, .plugin:
            try await outcomes(for: way, actions, mediator, in: folder.url)
          case .program: try await outcomesOverHTTP(actions, mediator, in: folder.url)
          case .name, .link: [:]
          }
        for action in actions {
          let outcome =
            if let outcome = served[action.path] { outcome } else {
              try await call(action, way, mediator)
            }
          #expect(outcome == way.expected(action), "\(action.path) by \(way)")
          count += 1
        }
      }
      return count
    }
    #expect(count == actions.count * Way.allCases.count && actions.count > 60)
  }

  @Test func `these actions write, and are open to assistants, programs and plug-ins with consent`()
  {
    let open = Self.handWritten.flatMap { $0.manifest.answers }
      .filter { $0.effect != .reads && $0.exposure.isStrictSuperset(of: .local) }
    #expect(
      open.map { "\($0.path) \($0.effect)" }.sorted() == [
        "bookmarks/add adds", "bookmarks/remove removes", "bookmarks/undo changes",
        "cart/add adds", "cart/undo changes", "trips/add adds", "trips/change sets",
        "trips/clear removes", "trips/done sets", "trips/remove removes", "trips/undo changes",
      ])
    #expect(open.allSatisfy { $0.exposure == [.assistants, .programs, .plugins] })
  }
}
