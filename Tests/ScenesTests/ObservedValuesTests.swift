import Observation
import Scenes
import Testing

@MainActor @Observable private final class Counter {
  var count = 0
  var other = 0
}

@MainActor @Suite(.timeLimit(.minutes(15))) struct ObservedValuesTests {
  private let counter = Counter()

  @Test func `a value follows each change of what was read, and no other change`() async {
    var counts = ObservedValues { [counter] in counter.count }.makeAsyncIterator()
    #expect(await counts.next() == 0)
    counter.other += 1
    counter.count += 1
    #expect(await counts.next() == 1)
    counter.count += 1
    #expect(await counts.next() == 2)
  }

  @Test func `several changes at once lead to one value`() async throws {
    var counts = ObservedValues { [counter] in (counter.count, counter.other) }.makeAsyncIterator()
    let first = try #require(await counts.next())
    #expect(first == (0, 0))
    for _ in 1...3 {
      counter.count += 1
      counter.other += 1
    }
    let second = try #require(await counts.next())
    #expect(second == (3, 3))
    counter.count += 1
    let third = try #require(await counts.next())
    #expect(third == (4, 3))
  }

  @Test func `a cancelled task receives the end`() async {
    let counter = counter
    let (started, input) = AsyncStream.makeStream(of: Void.self)
    let task = Task { @MainActor in
      for await _ in ObservedValues({ counter.count }) { input.yield() }
      return true
    }
    for await _ in started { break }
    task.cancel()
    #expect(await task.value)
  }
}
