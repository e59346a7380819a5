import Foundation
import Platform
import TestSupport
import Testing

@Suite struct SHA256Tests {
  /// The examples of FIPS 180-2, appendix B, and the empty text.
  @Test(arguments: [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func `the examples of the standard have the given digests`(
    text: String, count: Int, digest: String
  ) {
    #expect(SHA256.name(of: String(repeating: text, count: count)) == digest)
  }

  @Test func `pieces of any size have the digest of the whole`() {
    let seed: UInt64 = 8
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let text = String(repeating: "metro", count: Int.random(in: 0..<60, using: &random))
      var rest = Array(text.utf8)[...]
      var digest = SHA256()
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...130, using: &random))
        digest.update(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      #expect(digest.finish() == SHA256.name(of: text), "seed \(seed), \(text.count) letters")
    }
  }
}
