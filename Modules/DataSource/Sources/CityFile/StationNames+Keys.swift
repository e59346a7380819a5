import DataSourceInterface

extension StationNames {
  /// The keys in one piece, for a search that must be fast: a look into a column costs as much as
  /// the comparison of a key.
  struct Keys {
    fileprivate let first: UnsafeBufferPointer<Int32>
    fileprivate let kinds: UnsafeBufferPointer<UInt8>
    fileprivate let starts: UnsafeBufferPointer<Int32>
    fileprivate let bytes: UnsafeBufferPointer<UInt8>

    /// All stations.
    var stations: Range<Int> { 0..<first.count - 1 }

    /// The keys of a station.
    func numbers(of station: Int) -> Range<Int> { Int(first[station])..<Int(first[station + 1]) }

    /// What a key is.
    func kind(_ number: Int) -> Kind? { Kind(rawValue: kinds[number]) }

    /// The UTF-8 of a key.
    subscript(number: Int) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(rebasing: bytes[Int(starts[number])..<Int(starts[number + 1])])
    }
  }

  /// Calls `body` with the keys, which are valid until it returns.
  func withKeys<Result>(_ body: (Keys) -> Result) -> Result {
    firstKey.withUnsafeBufferPointer { first in
      kind.withUnsafeBufferPointer { kinds in
        key.starts.withUnsafeBufferPointer { starts in
          key.bytes.withUnsafeBufferPointer { bytes in
            body(Keys(first: first, kinds: kinds, starts: starts, bytes: bytes))
          }
        }
      }
    }
  }
}
