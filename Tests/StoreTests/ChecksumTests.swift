import Foundation
import TestSupport
import Testing

@testable import Store

struct ChecksumTests {
  private let page: [UInt8] = {
    var random = SplitMix64(seed: 3)
    return (0..<PageChecksum.pageSize).map { _ in UInt8.random(in: 0...255, using: &random) }
  }()

  private func isValid(_ page: [UInt8], number: Int = 7) -> Bool {
    page.withUnsafeBytes { PageChecksum.isValid($0, number: number) }
  }

  @Test func `each wrong bit of a page is found and corrected`() {
    var valid = page
    valid.withUnsafeMutableBytes { PageChecksum.update($0, number: 7) }
    #expect(isValid(valid) && !isValid(valid, number: 8))
    for bit in stride(from: 0, to: valid.count * 8, by: TestOptions.isThorough ? 1 : 331) {
      var damaged = valid
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!isValid(damaged))
      let isCorrected = damaged.withUnsafeMutableBytes {
        PageChecksum.correctBit(in: $0, number: 7)
      }
      #expect(isCorrected && damaged == valid, "bit \(bit)")
    }
  }

  @Test func `several wrong bits are not corrected`() {
    var random = SplitMix64(seed: 4)
    var valid = page
    valid.withUnsafeMutableBytes { PageChecksum.update($0, number: 7) }
    for count in 2...40 {
      var damaged = valid
      for _ in 0..<count {
        damaged[Int.random(in: 0..<page.count, using: &random)] ^= UInt8.random(
          in: 1...255, using: &random)
      }
      let isCorrected = damaged.withUnsafeMutableBytes {
        PageChecksum.correctBit(in: $0, number: 7)
      }
      #expect(!isCorrected, "\(count) bytes")
    }
  }

  @Test func `a page of zeros is not valid`() {
    #expect(!isValid(Array(repeating: 0, count: PageChecksum.pageSize), number: 1))
  }
}
