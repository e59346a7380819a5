import Mediator
import Platform
import Testing

@testable import ModuleManager

private enum Garden: Interface {
  static let water = Action<Empty, Empty>(native: Garden.self, "water")
  static let weed = Action<Empty, Empty>(native: Garden.self, "weed")
}

private struct Rained: Event {}

private struct Hailed: Event {}

@Suite struct RegistrarTests {
  private let registrar = Registrar(
    Manifest(Garden.self, summary: "", answers: [Garden.water], follows: [Rained.self]),
    on: Mediator())

  @Test func `a module whose bindings match its manifest has no faults`() {
    registrar.answer(Garden.water) { $0 }
    registrar.follow(Rained.self) { _ in }
    #expect(registrar.faults.isEmpty)
  }

  @Test func `a declared action or event without a handler is a fault`() {
    #expect(
      registrar.faults == [
        "does not answer 'garden/water', which its manifest declares",
        "does not follow Rained, which its manifest declares",
      ])
  }

  @Test func `an undeclared handler and a handler that is bound twice are faults`() {
    registrar.answer(Garden.weed) { $0 }
    registrar.follow(Hailed.self) { _ in }
    for _ in 0..<2 {
      registrar.answer(Garden.water) { $0 }
      registrar.follow(Rained.self) { _ in }
    }
    #expect(
      registrar.faults == [
        "answers 'garden/weed', which its manifest does not declare",
        "follows Hailed, which its manifest does not declare",
        "answers 'garden/water' twice", "follows Rained twice",
      ])
  }

  @Test(arguments: [(fails: false, published: 1), (fails: true, published: 0)])
  func `a call publishes the event of its action if it succeeds`(
    fails: Bool, published: Int
  ) async throws {
    let mediator = Mediator()
    let registrar = Registrar(
      Manifest(Garden.self, summary: "", answers: [Garden.water], publishes: [Rained.self]),
      on: mediator)
    registrar.answer(Garden.water, publishing: Rained()) { input in
      if fails { throw TestError() }
      return input
    }
    try registrar.open()
    let count = Lock(0)
    let subscription = mediator.follow(Rained.self) { _ in count.withLock { $0 += 1 } }
    _ = try? await mediator.perform(Garden.water)
    #expect(count.withLock { $0 } == published)
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: [(EventOrigin.thisProcess, 2), (.otherProcess, 1)])
  func `a follower that reports what it has changed receives no event of another process`(
    origin: EventOrigin, count: Int
  ) async throws {
    let received = Lock(0)
    let registrar = Registrar(
      Manifest(Garden.self, summary: "", follows: [Rained.self, Hailed.self]), on: Mediator())
    registrar.follow(Rained.self) { _ in received.withLock { $0 += 1 } }
    registrar.followAndReport(Hailed.self) { _ in
      received.withLock { $0 += 1 }
      return "removed the umbrella"
    }
    let reports = [
      try await registrar.receive(Rained(), from: origin),
      try await registrar.receive(Hailed(), from: origin),
    ]
    #expect(received.withLock { $0 } == count)
    #expect(reports == [nil, origin == .thisProcess ? "removed the umbrella" : nil])
  }

  @Test func `a registrar that was closed passes no event on`() async throws {
    let count = Lock(0)
    registrar.follow(Rained.self) { _ in count.withLock { $0 += 1 } }
    _ = try await registrar.receive(Rained(), from: .thisProcess)
    registrar.close()
    _ = try await registrar.receive(Rained(), from: .thisProcess)
    #expect(count.withLock { $0 } == 1)
  }
}
