import Foundation
import Mediator
import ModuleTesting
import Testing

@Suite struct MediatorMissingTargetsTests {
  private enum Weather: Interface {
    static let ask = Action<Empty, Empty>(Weather.self, "ask")
  }
  private struct PluginUntrusted: Error, Equatable {}

  let mediator = Mediator()
  private let asked = Recorder<String>()

  init() throws {
    try mediator.answer(Clock.tick) { $0 }
    mediator.setMissingTargetError { [asked] target in
      asked.record(target)
      return target == "weather" ? PluginUntrusted() : nil
    }
  }

  @Test func `a call by name of a missing target throws the error of the host`() async {
    await #expect(throws: PluginUntrusted()) {
      try await mediator.perform(target: "weather", action: "ask", parameters: ["a": "b"])
    }
    await #expect(throws: PluginUntrusted()) {
      try await mediator.perform(target: "weather", action: "ask", json: Data("{}".utf8))
    }
    #expect(asked.values == ["weather", "weather"])
  }

  @Test(arguments: ["app://weather/ask?x=1", "app://Weather", "app://weather/of/today"])
  func `a URL of a missing target throws the error of the host`(url: String) async {
    await #expect(throws: PluginUntrusted()) { try await mediator.perform(url: url) }
    #expect(throws: PluginUntrusted()) { try mediator.resolve(url: url) }
    #expect(asked.values == ["weather", "weather"])
  }

  @Test func `a missing target for which the host has no error does not exist`() async {
    await #expect(throws: MediatorError.noSuchTarget("sport", nearest: nil)) {
      try await mediator.perform(target: "sport", action: "list", parameters: [:])
    }
    await #expect(throws: MediatorError.noSuchTarget("sport", nearest: nil)) {
      try await mediator.perform(url: "app://sport/list")
    }
    #expect(asked.values == ["sport", "sport"])
  }

  @Test func `a typed call of a missing target throws its own error`() async {
    await #expect(throws: MediatorError.noSuchTarget("weather", nearest: nil)) {
      try await mediator.perform(Weather.ask)
    }
    #expect(asked.values.isEmpty)
  }

  @Test func `a missing action, or one that is not exposed, throws its own error`() async {
    await #expect(throws: MediatorError.noSuchAction(target: "clock", name: "reset", nearest: nil))
    {
      try await mediator.perform(url: "app://clock/reset")
    }
    await #expect(throws: MediatorError.notExposed(path: "clock/tick", to: .links)) {
      try await mediator.perform(url: "app://clock/tick")
    }
    #expect(asked.values.isEmpty)
  }
}
