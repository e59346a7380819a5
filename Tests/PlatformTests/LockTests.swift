import Platform
import Testing

@Suite(.timeLimit(.minutes(15))) struct LockTests {
  @Test func `increments from several threads are all counted`() async {
    let count = Lock(0)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1000 { count.withLock { $0 += 1 } } }
      }
    }
    #expect(count.withLock { $0 } == 8000)
  }
}
