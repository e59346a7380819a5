import Foundation
import Testing

@testable import Mediator

private enum Notes: Interface {
  static let assistants = Action<Empty, Empty>(Notes.self, "a", .reads, .assistants)
  static let writing = Action<Empty, Empty>(Notes.self, "w", .adds, .remote)
  static let silent = Action<Empty, Empty>(Notes.self, "s")
}

@Suite struct ExposureTests {
  static let callers: [Exposure] = [.links, .assistants, .programs, .plugins]

  @Test(
    arguments: [
      (Exposure.native, "native", []), (.local, "local", []), (.remote, "remote", callers),
      (.assistants, "assistants", [.assistants]),
      ([.plugins, .assistants], "assistants, plug-ins", [.assistants, .plugins]),
    ] as [(Exposure, String, [Exposure])])
  func `an exposure has words and callers`(
    exposure: Exposure, description: String, callers: [Exposure]
  ) {
    #expect("\(exposure)" == description)
    #expect(Self.callers.filter(exposure.contains) == callers)
    #expect(exposure.contains(.local) == (exposure != .native))
  }

  @Test func `an action that declares nothing is local, and may change anything`() {
    #expect(Notes.silent.exposure == .local && Notes.silent.effect == .changes)
  }

  @Test(arguments: callers) func `only callers to whom an action is open can call it by name`(
    origin: Exposure
  ) async throws {
    let mediator = Mediator()
    try mediator.answer(Notes.assistants) { $0 }
    try mediator.answer(Notes.writing) { $0 }
    let calls = ["a": origin == .assistants, "w": origin != .links]
    for (name, isOpen) in calls {
      let refused = MediatorError.notExposed(path: "notes/\(name)", to: origin)
      var caught: MediatorError?
      do {
        _ = try await mediator.perform(
          target: "notes", action: name, json: Data("{}".utf8), from: origin)
      } catch {
        caught = error as? MediatorError
      }
      #expect(caught == (isOpen ? nil : refused), "\(name)")
    }
  }

  @Test func `a link never calls an action that writes, though it is open to all`() async throws {
    let mediator = Mediator()
    try mediator.answer(Notes.writing) { $0 }
    await #expect(throws: MediatorError.notExposed(path: "notes/w", to: .links)) {
      try await mediator.perform(url: "app://notes/w")
    }
    #expect(throws: MediatorError.self) { try Notes.writing.url(for: Empty(), scheme: "app") }
  }

  @Test(arguments: [
    (Effect.reads, true), (.adds, false), (.sets, true), (.changes, false), (.removes, true),
  ])
  func `an effect says whether a call may be repeated`(effect: Effect, isIdempotent: Bool) {
    #expect(effect.isIdempotent == isIdempotent)
  }
}
