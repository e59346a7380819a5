import Mediator
import ModuleTesting
import Testing

private struct Ticked: Event {
  let number: Int
}

@Suite(.timeLimit(.minutes(15))) struct EventTests {
  private func publish(_ numbers: ClosedRange<Int>, on mediator: Mediator) {
    for number in numbers { mediator.publish(Ticked(number: number)) }
  }

  @Test(arguments: [(3, [1, 2, 3]), (5, [1, 2, 3, 4, 5]), (20, Array(11...20).map { $0 })])
  func `a stream buffers the newest events`(last: Int, read: [Int]) async {
    var mediator: Mediator? = Mediator()
    let stream = mediator?.events(of: Ticked.self, bufferingNewest: 10)
    mediator.map { publish(1...last, on: $0) }
    mediator = nil
    var numbers: [Int] = []
    if let stream { for await event in stream { numbers.append(event.number) } }
    #expect(numbers == read)
  }

  @Test(arguments: [1, 0, -5])
  func `a stream buffers at least one event`(limit: Int) async {
    let mediator = Mediator()
    var events = mediator.events(of: Ticked.self, bufferingNewest: limit).makeAsyncIterator()
    publish(1...3, on: mediator)
    #expect(await events.next()?.number == 3)
  }

  @Test func `a waiting reader receives each event in order`() async {
    let mediator = Mediator()
    let stream = mediator.events(of: Ticked.self)
    let reader = Task {
      var numbers: [Int] = []
      for await event in stream {
        numbers.append(event.number)
        if numbers.count == 10 { break }
      }
      return numbers
    }
    for number in 1...10 {
      mediator.publish(Ticked(number: number))
      await Task.yield()
    }
    #expect(await reader.value == Array(1...10))
  }

  @Test func `a stream contains events published before it is read`() async {
    let mediator = Mediator()
    let stream = mediator.events(of: Ticked.self)
    publish(1...1, on: mediator)
    for await event in stream {
      #expect(event.number == 1)
      break
    }
  }

  @Test func `a cancelled reader stops waiting`() async {
    let mediator = Mediator()
    let stream = mediator.events(of: Ticked.self)
    let reader = Task { for await _ in stream {} }
    await Task.yield()
    reader.cancel()
    await reader.value
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      for await _ in stream {}
    }
    await late.value
  }

  // On one actor, so that the first reader is waiting when the second one starts.
  @MainActor
  @Test func `a second reader ends the iteration of the first`() async throws {
    let mediator = Mediator()
    let stream = mediator.events(of: Ticked.self)
    let started = Recorder<Int>()
    let first = Task {
      started.record(1)
      for await _ in stream {}
    }
    try await wait { !started.values.isEmpty }
    let second = Task {
      for await event in stream { return event.number }
      return 0
    }
    await first.value
    publish(7...7, on: mediator)
    #expect(await second.value == 7)
  }

  @Test func `publishing and waiting does not wait for the readers of streams`() async {
    let mediator = Mediator()
    let stream = mediator.events(of: Ticked.self)
    await mediator.publishAndWait(Ticked(number: 1))
    withExtendedLifetime(stream) {}
  }
}
