import ModuleTesting
import Platform
import Testing

@testable import Mediator

private struct Ticked: Event {
  let number: Int
}

/// Runs everything at the same time. `.ci/run` runs these tests under the thread sanitizer, which
/// reports data races.
@Suite(.timeLimit(.minutes(15))) struct MediatorThreadsTests {
  private static let tasks = 4
  private static let rounds = 300
  let mediator = Mediator()

  /// Runs `work` in several tasks that start at the same time.
  private func simultaneously(_ work: @escaping @Sendable (Int) async throws -> Void) async throws {
    let waiting = Lock(Self.tasks)
    try await withThrowingTaskGroup { group in
      for task in 0..<Self.tasks {
        group.addTask {
          waiting.withLock { $0 -= 1 }
          while waiting.withLock({ $0 > 0 }) {
            try Task.checkCancellation()
            await Task.yield()
          }
          try await work(task)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `calls reach their handlers while other actions are registered and deactivated`()
    async throws
  {
    try mediator.answer(Clock.tick) { $0 + 1 }
    let finished = Recorder<Int>()
    try await simultaneously { [mediator] task in
      let own = Action<Int, Int>(native: Clock.self, Self.names[task])
      try mediator.registerLazily(own, by: "Clock") {
        try mediator.answer(own, by: "Clock") { $0 * 2 }
      }
      for round in 0..<Self.rounds {
        let new = Action(target: "task\(task)", name: "\(round)", input: .any, output: .any)
        try mediator.answer(new) { $0 }
        #expect(try await mediator.perform(new, .text("\(round)")) == .text("\(round)"))
        #expect(try await mediator.perform(own, round) == round * 2)
        #expect(try await mediator.perform(Clock.tick, round) == round + 1)
        mediator.deactivate(own)
      }
      finished.record(task)
    }
    #expect(finished.values.count == Self.tasks)
    #expect(mediator.actions.count == 1 + Self.tasks * (1 + Self.rounds))
  }

  @Test func `registrations, interceptors and listings do not disturb calls`() async throws {
    try mediator.answer(Clock.add) { $0.first + $0.second }
    try await simultaneously { [mediator] task in
      for round in 0..<Self.rounds {
        switch task {
        case 0:
          guard round % 10 == 0 else { continue }
          let new = Action(
            target: "new", name: "\(round)", .reads, .remote, input: .any, output: .any)
          try mediator.answer(new) { $0 }
        case 1:
          let passing = mediator.intercept(with: Passing())
          withExtendedLifetime(passing) {}
          _ = (mediator.actions, mediator.urlPatterns)
        case 2:
          let url = "app://clock/\(round)/plus/1"
          #expect(try await mediator.perform(url: url, returning: Int.self) == round + 1)
        default:
          let sum = Sum(first: round, second: 1)
          #expect(try await mediator.perform(Clock.add, sum) == round + 1)
        }
      }
    }
    let new = Self.rounds / 10
    #expect(mediator.actions.count == 1 + new && mediator.urlPatterns.count == 2 + new)
  }

  @Test func `interceptors get calls and events of all tasks at the same time`() async throws {
    try mediator.answer(Clock.tick) { $0 + 1 }
    let passing = mediator.intercept(with: Passing(needsParents: true))
    let follower = mediator.follow(Ticked.self) { _ in }
    try await simultaneously { [mediator] _ in
      for round in 0..<Self.rounds {
        let next = try await mediator.perform(Clock.tick, round)
        #expect(next == round + 1)
        mediator.publish(Ticked(number: round))
      }
    }
    withExtendedLifetime((passing, follower)) {}
  }

  @Test func `followers are added and removed while others publish`() async throws {
    try await simultaneously { [mediator] task in
      for round in 0..<Self.rounds * 3 {
        if task < Self.tasks / 2 {
          mediator.publish(Ticked(number: round))
        } else {
          let follower = mediator.follow(Ticked.self) { _ in }
          for _ in 0..<round % 20 { await Task.yield() }
          withExtendedLifetime(follower) {}
        }
      }
    }
  }

  @Test func `no event is lost while followers are added and removed`() async throws {
    let inPlace = Recorder<Int>()
    let queued = Recorder<Int>()
    let first = mediator.follow(Ticked.self) { inPlace.record($0.number) }
    let second = mediator.follow(queued: Ticked.self) { queued.record($0.number) }
    try await simultaneously { [mediator] task in
      for round in 0..<Self.rounds {
        let passing = mediator.follow(Ticked.self) { _ in }
        let waiting = mediator.follow(queued: Ticked.self) { _ in await Task.yield() }
        mediator.publish(Ticked(number: task * Self.rounds + round))
        withExtendedLifetime((passing, waiting)) {}
      }
    }
    await mediator.drain()
    let all = Array(0..<Self.tasks * Self.rounds)
    #expect(inPlace.values.sorted() == all)
    #expect(queued.values.sorted() == all)
    withExtendedLifetime((first, second)) {}
  }

  @Test func `each queued follower receives the events of one task in order`() async throws {
    let received = Recorder<Int>()
    let follower = mediator.follow(queued: Ticked.self) { received.record($0.number) }
    try await simultaneously { [mediator] task in
      for round in 0..<Self.rounds {
        mediator.publish(Ticked(number: task * Self.rounds + round))
      }
    }
    await mediator.drain()
    for task in 0..<Self.tasks {
      let own = received.values.filter { $0 / Self.rounds == task }
      #expect(own == own.sorted() && own.count == Self.rounds)
    }
    withExtendedLifetime(follower) {}
  }

  private static let names: [StaticString] = ["own0", "own1", "own2", "own3"]
}

private struct Passing: Interceptor {
  var needsParents = false
}
