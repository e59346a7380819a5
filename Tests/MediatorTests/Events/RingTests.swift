import Testing

@testable import Mediator

@Suite struct RingTests {
  @Test(arguments: [1, 7, 8, 9, 100])
  func `what comes first goes first, however it wraps around`(length: Int) {
    var ring = Ring<Int>()
    var next = 0
    for number in 0..<1000 {
      ring.append(number)
      if ring.count > length {
        #expect(ring.removeFirst() == next)
        next += 1
      }
    }
    while let number = ring.removeFirst() {
      #expect(number == next)
      next += 1
    }
    #expect(next == 1000 && ring.count == 0)
  }
}
