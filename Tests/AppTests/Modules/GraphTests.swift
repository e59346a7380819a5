import Console
import Documents
import Foundation
import JourneysInterface
import Mediator
import ModuleManager
import ModuleTesting
import Scenes
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// Checks that the modules of the app fit together, and that each kind of break is found: `doctor`
/// reports it, and with it fails the test that `doctor` finds nothing (AppModulesTests).
@Suite struct GraphTests {
  private enum Planted: Interface {
    static let act = Action<Empty, Empty>(Planted.self, "act")
  }

  private struct PlantedModule: ModuleLifecycle {
    let bind: @Sendable (Registrar) -> Void

    func register(with registrar: Registrar) { bind(registrar) }
  }

  private func module(
    _ name: String, requires: [String] = [], uses: [String] = [],
    answers: [any ActionDeclaration] = [], _ contributions: [any Contribution] = [],
    bind: @escaping @Sendable (Registrar) -> Void = { _ in }
  ) -> ModuleDescriptor {
    ModuleDescriptor(
      Manifest(name: name, summary: "", requires: requires, uses: uses, answers: answers),
      contributions: contributions
    ) { _ in PlantedModule(bind: bind) }
  }

  /// What `doctor` finds in the app with further modules.
  private func findings(with planted: ModuleDescriptor...) async throws -> [String] {
    let app = CommandLineApp(
      name: "metro", summary: "", version: "1.0.0", examples: [],
      modules: Metro.app.modules + planted)
    let folder = TemporaryFolder()
    let result = try await app.run(["doctor", "--json"], folder: folder.url)
    #expect(result.code == .failed)
    let diagnosis = try JSON.decode(Diagnosis.self, from: Data(result.output.utf8))
    return diagnosis.checks.flatMap(\.findings)
  }

  @Test func `a planted cycle of 'requires' is found`() async throws {
    let found = try await findings(
      with: module("Left", requires: ["Right"]), module("Right", requires: ["Left"]))
    #expect(found == ["modules require each other: Left → Right → Left; remove one requirement"])
  }

  @Test func `a planted cycle of 'requires' and 'uses' is found with its path`() async throws {
    let found = try await findings(
      with: module("Left", uses: ["Middle"]), module("Middle", requires: ["Right"]),
      module("Right", uses: ["Left", "Share"]))
    #expect(
      found == [
        "modules call each other: Left → Middle → Right → Left; let one of them follow an event "
          + "instead, or contribute what the other one needs"
      ])
  }

  /// All that flows against the direction of the calls.
  @Test func `only these modules follow one that calls them, directly or not`() {
    let manifests = AppModules.all.map { $0.manifest }
    var callees = Dictionary(
      uniqueKeysWithValues: manifests.map { ($0.name, Set($0.requires + $0.uses)) })
    for _ in manifests {
      callees = callees.mapValues { direct in
        direct.reduce(into: direct) { $0.formUnion(callees[$1] ?? []) }
      }
    }
    let backward = manifests.flatMap { follower in
      follower.followedEvents.compactMap { event -> String? in
        let owner = manifests.first { $0.publishes.contains { $0 == event } }
        guard let owner, callees[owner.name]?.contains(follower.name) == true else { return nil }
        return "\(follower.name) follows \(event) of \(owner.name)"
      }
    }
    #expect(
      backward == [
        "Bookmarks follows JourneyPlanned of Journeys", "Cart follows OrderChanged of Orders",
      ])
  }

  @Test func `a planted second owner of an action is found`() async throws {
    let found = try await findings(with: module("Thief", answers: [Journeys.plan]))
    #expect(
      found == [
        "'routing/plan' is answered by Journeys and Thief; an action has one owner, so rename one of "
          + "them"
      ])
  }

  @Test func `a planted action that is in no manifest is found`() async throws {
    let bound = try await findings(
      with: module("Planted") { $0.answer(Planted.act) { _ in Empty() } })
    #expect(
      bound == [
        "'Planted' cannot start in an empty data folder: 'Planted' does not match its manifest: it "
          + "answers 'planted/act', which its manifest does not declare; correct the manifest, or what "
          + "the module registers"
      ])
    let command = Command("act", "Act", calls: Planted.act, examples: ["act"]) { _ in "" }
    let called = try await findings(with: module("Planted", [command]))
    #expect(
      called == [
        "the command 'act' of Planted calls 'planted/act', which no module answers; declare it "
          + "under 'answers' of its module"
      ])
  }

  @Test func `a planted action that its module does not answer is found`() async throws {
    let found = try await findings(with: module("Planted", answers: [Planted.act]))
    #expect(
      found == [
        "'Planted' cannot start in an empty data folder: 'Planted' does not match its manifest: it "
          + "does not answer 'planted/act', which its manifest declares; correct the manifest, or what "
          + "the module registers"
      ])
  }

  @Test func `every action of an interface is in a manifest`() throws {
    let answered = AppModules.all.flatMap { $0.manifest.answers }.map {
      "\($0.interface ?? "").\($0.name)"
    }
    let modules = SharedData.checkout.appending(path: "Modules")
    var declared = 0
    for module in AppModules.all {
      let folder = modules.appending(path: "\(module.manifest.name)/Interface")
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      for file in files where file.pathExtension == "swift" {
        let source = try String(contentsOf: file, encoding: .utf8)
        for match in source.matches(of: /Action<.+?>\(\s*(?:native: )?\w+\.self, "(\w+)"/) {
          declared += 1
          let action = "\(module.manifest.name).\(match.1)"
          #expect(answered.contains(action), "declare it under 'answers' of its module")
        }
      }
    }
    #expect(declared == answered.count)
  }

  @Test func `every event that a module publishes has a follower`() {
    let modules = Metro.app.modules
    var followed = modules.flatMap { $0.manifest.followedEvents }
    for module in modules {
      followed += module.contributions(of: SceneDescription.self).flatMap(\.following)
      followed += module.contributions(of: BarDescription.self).flatMap(\.following)
      followed += module.contributions(of: NoticeDescription.self).map(\.event)
    }
    let ignored = modules.flatMap { module in
      module.manifest.publishes.filter { event in !followed.contains { $0 == event } }
        .map { "\(module.manifest.name): \($0)" }
    }
    #expect(
      ignored == [],
      "follow them in a manifest, with 'following' of a scene or a bar, or in a notice; or delete them"
    )
  }
}
