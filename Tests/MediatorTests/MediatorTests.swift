import Foundation
import Mediator
import TestSupport
import Testing

enum Clock: Interface {
  static let add = Action<Sum, Int>(Clock.self, "add", .remote)
  static let reset = Action<Empty, Empty>(Clock.self, "reset")
  static let tick = Action<Int, Int>(native: Clock.self, "tick")
}

struct Sum: Codable, Sendable {
  let first: Int
  let second: Int
  var more: [Int]?
}

struct ClockFailed: Error, Equatable {}

@Suite struct MediatorTests {
  let mediator = Mediator()

  @Test func `a typed call gets the answer of the module that answers`() async throws {
    try mediator.answer(Clock.add) { $0.first + $0.second }
    #expect(try await mediator.perform(Clock.add, Sum(first: 2, second: 3)) == 5)
  }

  @Test func `a typed call rethrows the module's own error`() async throws {
    try mediator.answer(Clock.tick) { _ in throw ClockFailed() }
    await #expect(throws: ClockFailed()) { try await mediator.perform(Clock.tick, 1) }
  }

  @Test func `a call that nobody answers says which name is missing`() async throws {
    await #expect(throws: MediatorError.noSuchTarget("clock", nearest: nil)) {
      try await mediator.perform(Clock.tick, 1)
    }
    try mediator.answer(Clock.reset) { $0 }
    await #expect(throws: MediatorError.noSuchAction(target: "clock", name: "tick", nearest: nil)) {
      try await mediator.perform(Clock.tick, 1)
    }
  }

  @Test func `two answers to one action are an error that names both owners`() throws {
    try mediator.answer(Clock.tick, owner: "First/First.swift") { $0 }
    #expect(throws: MediatorError.duplicate(path: "clock/tick", owners: ["First", "Second"])) {
      try mediator.answer(Clock.tick, owner: "Second/Second.swift") { $0 }
    }
  }

  @Test func `an answer can be withdrawn and given again`() async throws {
    try mediator.answer(Clock.tick) { $0 }
    mediator.withdraw(Clock.tick)
    try mediator.answer(Clock.tick) { $0 + 1 }
    #expect(try await mediator.perform(Clock.tick, 1) == 2)
  }

  @Test func `the registry lists every answered action with its owner`() throws {
    try mediator.answer(Clock.tick) { $0 }
    try mediator.answer(Clock.add) { $0.first }
    #expect(mediator.actions.map(\.action.path) == ["clock/add", "clock/tick"])
    #expect(mediator.actions.map(\.owner) == ["MediatorTests", "MediatorTests"])
  }

  @Test func `many threads call and register at once`() async throws {
    try mediator.answer(Clock.tick) { $0 + 1 }
    let total = try await withThrowingTaskGroup { group in
      for number in 0..<200 {
        group.addTask { [mediator] in
          let own = Action<Int, Int>(native: Clock.self, "own")
          #expect(own.slot != Clock.tick.slot)
          return try await mediator.perform(Clock.tick, number)
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(total == (1...200).reduce(0, +))
  }
}
