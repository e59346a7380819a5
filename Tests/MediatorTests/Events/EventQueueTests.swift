import Testing

@testable import Mediator

@Suite struct EventQueueTests {
  @Test(arguments: [1, 7, 8, 9, 100])
  func `a ring buffer returns the elements in order, also after it has wrapped around`(length: Int)
  {
    var buffer = RingBuffer<Int>()
    var next = 0
    for number in 0..<1000 {
      buffer.append(number)
      if buffer.count > length {
        #expect(buffer.removeFirst() == next)
        next += 1
      }
    }
    while let number = buffer.removeFirst() {
      #expect(number == next)
      next += 1
    }
    #expect(next == 1000 && buffer.count == 0)
  }
}
