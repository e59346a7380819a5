import TestSupport
import Testing

@testable import DataSource

struct CityChecksumTests {
  private func checksum(_ parts: [UInt8]...) -> UInt32 {
    CityChecksum.of(parts.map { Buffer($0).bytes })
  }

  private func randomBytes(_ count: Int) -> [UInt8] {
    var random = SplitMix64(seed: 1)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  @Test func `the checksum is the same however the bytes are divided into parts`() {
    let bytes = randomBytes(43)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let parts = (bytes[..<first], bytes[first..<second], bytes[second...])
        #expect(checksum(Array(parts.0), Array(parts.1), Array(parts.2)) == checksum(bytes))
      }
    }
  }

  @Test(arguments: [[UInt8](repeating: 0, count: 40), [UInt8](repeating: 0xFF, count: 40)])
  func `any two wrong bits change the checksum`(bytes: [UInt8]) {
    let right = checksum(bytes)
    for first in 0..<8 * bytes.count {
      var damaged = bytes
      damaged[first / 8] ^= 1 << (first % 8)
      for second in first + 1..<8 * bytes.count {
        damaged[second / 8] ^= 1 << (second % 8)
        if checksum(damaged) == right { Issue.record("bits \(first) and \(second)") }
        damaged[second / 8] ^= 1 << (second % 8)
      }
    }
  }

  @Test func `exchanged, missing and additional words change the checksum`() {
    let bytes = randomBytes(160)
    let right = checksum(bytes)
    for first in stride(from: 0, to: bytes.count, by: 8) {
      for second in stride(from: first + 8, to: bytes.count, by: 8) {
        var exchanged = bytes
        for byte in 0..<8 { exchanged.swapAt(first + byte, second + byte) }
        #expect(checksum(exchanged) != right)
      }
    }
    let zeros = [UInt8](repeating: 0, count: 40)
    for count in 0..<zeros.count {
      #expect(checksum(Array(zeros.prefix(count))) != checksum(zeros))
    }
  }
}
