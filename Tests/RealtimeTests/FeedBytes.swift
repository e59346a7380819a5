@testable import Realtime

/// Writes messages in the wire format of protocol buffers, field by field, also wrong ones.
struct FeedBytes {
  private(set) var bytes: [UInt8] = []

  /// Creates the message that `write` writes.
  init(_ write: (inout FeedBytes) -> Void = { _ in }) { write(&self) }

  /// Creates a file with a header, and with what `write` adds to it.
  static func file(
    version: String = "2.0", _ write: (inout FeedBytes) -> Void = { _ in }
  ) -> [UInt8] {
    FeedBytes {
      $0.message(1) { $0.text(1, version) }
      write(&$0)
    }.bytes
  }

  /// Creates a file with one update of the trip `t`, whose other fields `write` writes.
  static func update(_ write: (inout FeedBytes) -> Void) -> [UInt8] {
    file {
      $0.message(2) {
        $0.text(1, "e")
        $0.message(3) {
          $0.message(1) { $0.text(1, "t") }
          write(&$0)
        }
      }
    }
  }

  /// Creates a file with one alert.
  static func alert(_ write: (inout FeedBytes) -> Void) -> [UInt8] {
    file {
      $0.message(2) {
        $0.text(1, "e")
        $0.message(5, write)
      }
    }
  }

  /// Creates a file with one vehicle.
  static func vehicle(_ write: (inout FeedBytes) -> Void) -> [UInt8] {
    file {
      $0.message(2) {
        $0.text(1, "e")
        $0.message(4, write)
      }
    }
  }

  mutating func raw(_ more: some Sequence<UInt8>) { bytes += more }

  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func tag(_ number: UInt64, _ type: UInt64) { varint(number << 3 | type) }

  mutating func number(_ number: UInt64, _ value: UInt64) {
    tag(number, 0)
    varint(value)
  }

  /// Writes a signed number, whose negative values have 10 bytes.
  mutating func signed(_ number: UInt64, _ value: Int64) {
    self.number(number, UInt64(bitPattern: value))
  }

  mutating func float(_ number: UInt64, _ value: Float) {
    tag(number, 5)
    raw((0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) })
  }

  mutating func data(_ number: UInt64, _ content: some Collection<UInt8>) {
    tag(number, 2)
    varint(UInt64(content.count))
    raw(content)
  }

  mutating func text(_ number: UInt64, _ text: String) { data(number, text.utf8) }

  mutating func message(_ number: UInt64, _ write: (inout FeedBytes) -> Void = { _ in }) {
    data(number, FeedBytes(write).bytes)
  }
}

extension RealtimeFeedError {
  /// The error of decoding a file; nil if there is none.
  init?(decoding bytes: [UInt8]) {
    do throws(RealtimeFeedError) {
      _ = try RealtimeFeed(decoding: bytes)
      return nil
    } catch {
      self = error
    }
  }
}
