import Console
import Foundation
import Mediator
import ModuleManager
import ShareInterface
import TestSupport
import Testing

@testable import metro

@Suite struct ManifestTests {
  @Test func `while the examples run, each module calls and announces only what it declares`()
    async throws
  {
    let witness = Witness()
    let session = try HostSession()
    let host = session.host
    for example in host.commands.flatMap(\.examples) {
      let words = HostSession.words(of: example)
      guard !HostSession.needsMore(words), Set(words).isDisjoint(with: ["--to", "-o"]) else {
        continue
      }
      let mediator = Mediator()
      let watch = mediator.intercept(with: witness)
      try await host.answer(words, on: mediator)
      withExtendedLifetime(watch) {}
    }
    let manifests = Dictionary(
      uniqueKeysWithValues: host.modules.map { ($0.manifest.name, $0.manifest) })
    let channels = host.modules.compactMap { $0 as? any ShareChannelModule.Type }
      .flatMap { $0.channels }.map(\.makes.slot)
    for (module, action) in witness.calls.values {
      guard let manifest = manifests[module] else { continue }
      let declared = [manifest.interface] + manifest.requires + manifest.uses
      // Share calls whatever others contribute.
      guard manifest.name != "Share" || !channels.contains(action.slot) else { continue }
      #expect(
        declared.contains { $0 == action.interface }, "\(module) calls \(action.path) undeclared")
    }
    for (module, event) in witness.publications.values {
      guard let manifest = manifests[module] else { continue }
      #expect(
        manifest.publishes.contains { $0 == event }, "\(module) announces \(event) undeclared")
    }
    #expect(
      witness.calls.values.contains {
        $0.module == "Routing" && $0.action.path == "data-source/timetable"
      })
    #expect(witness.publications.values.contains { $0.module == "Routing" })
  }

  /// A module that somebody has just made may wait for its row.
  @Test func `the README's table of modules is true`() throws {
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

/// Sees who calls and announces what.
private struct Witness: Interceptor {
  let calls = Recorder<(module: String, action: Signature)>()
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
  /// Answers a line among the modules, seen by whoever stands around `mediator`.
  fileprivate func answer(_ line: [String], on mediator: Mediator) async throws {
    let parsed = try CommandParser(commands: commands, globals: [Self.json]).parse(line)
    guard case .run(let command) = parsed.request, command.words != Command.doctor.words else {
      return
    }
    let configuration = try Configuration(of: modules, folder: folder, environment: environment.all)
    let session = try Session(self, configuration, mediator)
    let invocation = Invocation(
      parameters: parsed.parameters, mediator: mediator,
      progress: ProgressLine(on: errors).progress, arguments: command.arguments)
    _ = await session.answer(command, invocation)
    await session.end()
  }
}
