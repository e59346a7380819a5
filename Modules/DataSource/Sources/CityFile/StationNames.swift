import DataSourceInterface

/// The names of stations, and the keys by which searches find them.
struct StationNames: Sendable {
  /// The first key of each station, and one more entry.
  let firstKey: Column<Int32>
  /// The raw value of each key's `Kind`.
  let kind: Column<UInt8>
  /// The folded texts to which searches compare their input.
  let key: TextColumn
  /// The rank of each station in the order of names.
  let rank: Column<Int32>
  /// What distinguishes each station from others with the same name; empty when none has it.
  let distinction: TextColumn
  /// The number of departures from each station in the timetable.
  let departures: Column<Int32>

  /// The origin of a key; better matches first.
  enum Kind: UInt8 {
    /// The name itself, also without a suffix that all stations share.
    case name
    /// A name in another language or another spelling.
    case translation
    /// The name in Latin letters, without spaces.
    case latin
    /// The first letters of the name's words or syllables.
    case initials
    /// The name with its distinction.
    case qualified
    /// The text or number on a sign of the station.
    case code
  }
}

extension StationNames {
  /// The keys as plain buffers, for searches: reading one value of a column takes as long as the
  /// comparison of a key.
  struct Keys {
    fileprivate let first: UnsafeBufferPointer<Int32>
    fileprivate let kinds: UnsafeBufferPointer<UInt8>
    fileprivate let starts: UnsafeBufferPointer<Int32>
    fileprivate let bytes: UnsafeBufferPointer<UInt8>

    /// The indexes of all stations.
    var stations: Range<Int> { 0..<first.count - 1 }

    /// Returns the numbers of a station's keys.
    func numbers(of station: Int) -> Range<Int> { Int(first[station])..<Int(first[station + 1]) }

    /// Returns the origin of a key.
    func kind(_ number: Int) -> Kind? { Kind(rawValue: kinds[number]) }

    /// The UTF-8 bytes of a key.
    subscript(number: Int) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(rebasing: bytes[Int(starts[number])..<Int(starts[number + 1])])
    }
  }

  /// Calls `body` with the keys, which are valid during the call.
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
