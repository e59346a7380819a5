/// A column of texts: their UTF-8 in one piece, and where each begins.
public struct TextColumn: RandomAccessCollection, Sendable {
  /// Where each text begins among the bytes, and one entry more.
  public let starts: Column<Int32>
  /// The texts, one after the other.
  public let bytes: Column<UInt8>

  /// `starts` has one entry more than there are texts; text `i` is `bytes[starts[i]..<starts[i+1]]`.
  public init(starts: Column<Int32>, bytes: Column<UInt8>) {
    self.starts = starts
    self.bytes = bytes
  }

  /// A copy of `texts`.
  public init(_ texts: some Collection<String>) {
    var starts: [Int32] = [0]
    var bytes: [UInt8] = []
    for text in texts {
      bytes += text.utf8
      starts.append(Int32(bytes.count))
    }
    self.init(starts: Column(starts), bytes: Column(bytes))
  }

  /// The position of the first text.
  public var startIndex: Int { 0 }
  /// One past the position of the last text.
  public var endIndex: Int { Swift.max(0, starts.count - 1) }

  /// The text at a position; bytes that are not UTF-8 are replaced.
  public subscript(position: Int) -> String {
    bytes.withUnsafeBufferPointer {
      String(decoding: $0[Int(starts[position])..<Int(starts[position + 1])], as: UTF8.self)
    }
  }
}
