import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import ShareInterface
import TestSupport
import Testing

@testable import HostKit
@testable import metro

@Suite struct AppModulesTests {
  @Test func `while the examples run, each module calls and publishes only what it declares`()
    async throws
  {
    let recorder = CallRecorder()
    let session = try HostSession()
    let host = session.host
    for example in host.commands.flatMap(\.examples) {
      let words = HostSession.words(of: example)
      guard !HostSession.needsExternalData(words), Set(words).isDisjoint(with: ["--to", "-o"])
      else {
        continue
      }
      let mediator = Mediator()
      let subscription = mediator.intercept(with: recorder)
      try await host.run(words, on: mediator)
      withExtendedLifetime(subscription) {}
    }
    let manifests = Dictionary(
      uniqueKeysWithValues: AppModules.all.map { ($0.manifest.name, $0.manifest) })
    let channels = AppModules.all.flatMap { $0.contributions(of: ShareChannel.self) }
      .map(\.action.id)
    for (module, action) in recorder.calls.values {
      guard let manifest = manifests[module] else { continue }
      let declared = [manifest.name] + manifest.requires + manifest.uses
      // Share may call the channels of any module.
      guard manifest.name != "Share" || !channels.contains(action.id) else { continue }
      #expect(
        declared.contains { $0.kebabCased == action.target },
        "\(module) calls \(action.path) undeclared")
    }
    for (module, event) in recorder.publications.values {
      guard let manifest = manifests[module] else { continue }
      #expect(
        manifest.publishes.contains { $0 == event }, "\(module) publishes \(event) undeclared")
    }
    #expect(
      recorder.calls.values.contains {
        $0.module == "Routing" && $0.action.path == "data-source/timetable"
      })
    #expect(recorder.publications.values.contains { $0.module == "Routing" })
  }

  @Test func `the doctor finds no problem, and leaves no files`() async throws {
    let session = try HostSession()
    let result = try await session.run("doctor")
    #expect(result.code == .answered, "\(result.output)")
    #expect(!FileManager.default.fileExists(atPath: session.folder.path))
  }

  @Test func `every action except native ones has an input that a command line can give`() throws {
    for action in AppModules.all.flatMap({ $0.manifest.answers }) {
      let schema = try action.inputSchema
      #expect((schema == nil) == (action.exposure == .native), "\(action.path)")
      #expect(throws: Never.self, "\(action.path)") { try schema?.parameters() }
    }
  }

  /// A module that was just generated may still have no row.
  @Test func `the README's table of modules is correct`() throws {
    let file = SharedData.checkout.appending(path: "README.md")
    let readme = try String(contentsOf: file, encoding: .utf8)
    let table = readme.split(separator: "\n").filter { $0.contains("| `Modules/") }
    let rows = AppModules.all.map { $0.manifest }.map { manifest in
      let actions = manifest.answers.map { $0.name }.joined(separator: ", ")
      let events = manifest.publishes.map { "\($0)" }.joined(separator: ", ")
      return "| \(manifest.name) | \(actions) |\(events.isEmpty ? "" : " \(events)") | "
        + "`Modules/\(manifest.name)` |"
    }
    #expect(table.count > 5)
    #expect(table.map(String.init) == rows.filter { table.contains($0[...]) })
  }
}

/// Records the calls and publications with the module that made them.
private struct CallRecorder: Interceptor {
  let calls = Recorder<(module: String, action: ActionDescriptor)>()
  let publications = Recorder<(module: String, event: any Event.Type)>()

  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    calls.record((String(call.caller.prefix { $0 != "/" }), call.action))
    return try await next(input)
  }

  func intercept<Published: Event>(
    _ publication: Publication, _ event: Published, next: (Published) -> Void
  ) {
    publications.record((String(publication.publisher.prefix { $0 != "/" }), publication.event))
    next(event)
  }
}

extension CommandLineHost {
  /// Runs a command line with a mediator that a test has prepared.
  fileprivate func run(_ line: [String], on mediator: Mediator) async throws {
    let parsed = try CommandParser(commands: commands, globals: [Self.json]).parse(line)
    guard case .run(let command) = parsed.request, command.words != Command.doctor.words else {
      return
    }
    let configuration = try Configuration(of: app, folder: folder, environment: environment.all)
    let session = try Session(self, configuration, mediator)
    let invocation = Invocation(
      parameters: parsed.parameters, mediator: mediator,
      progress: ProgressLine(on: errors).reporter, arguments: command.arguments)
    _ = await session.run(command, invocation)
    await session.end()
  }
}
