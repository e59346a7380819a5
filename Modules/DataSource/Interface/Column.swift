/// One column of a table: values of fixed width in contiguous, immutable memory.
///
/// The memory may be a mapped file. The column retains the owner of the memory.
public struct Column<Element: BitwiseCopyable & Sendable>: RandomAccessCollection,
  @unchecked Sendable
{
  // Safe to share: nothing writes to the memory after `init`, and `owner` keeps it allocated as
  // long as any copy of the column exists. `owner` is only retained and released, which is atomic.
  // ColumnTests reads one column from many threads.
  @usableFromInline let elements: UnsafeBufferPointer<Element>
  @usableFromInline let owner: AnyObject?

  /// Creates a view of memory that `owner` keeps allocated and that never changes.
  public init(_ elements: UnsafeBufferPointer<Element>, owner: AnyObject) {
    self.elements = elements
    self.owner = owner
  }

  /// Creates a column with a copy of `elements`.
  public init(_ elements: some Collection<Element>) {
    self.init(count: elements.count) { _ = $0.initialize(from: elements) }
  }

  /// Creates a column in new memory, all of which `initialize` must write: other values are
  /// undefined.
  package init(
    count: Int, initializingWith initialize: (UnsafeMutableBufferPointer<Element>) -> Void
  ) {
    let owner = Storage<Element>(count: count)
    initialize(owner.elements)
    self.init(UnsafeBufferPointer(owner.elements), owner: owner)
  }

  /// The position of the first value, 0.
  @inlinable public var startIndex: Int { 0 }
  /// The number of values.
  @inlinable public var endIndex: Int { elements.count }

  /// Accesses the value at a position, which must be within bounds.
  @inlinable
  public subscript(position: Int) -> Element {
    withExtendedLifetime(owner) {
      precondition(position >= 0 && position < elements.count, "position out of bounds")
      return elements[position]
    }
  }

  /// Calls `body` with all values in contiguous memory, which is faster than the subscript.
  @inlinable
  public func withUnsafeBufferPointer<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime(owner) { try body(elements) }
  }

  /// Calls `body` with all values in contiguous memory; never returns nil.
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try withUnsafeBufferPointer(body)
  }
}

/// The memory of a column that owns it.
private final class Storage<Element: BitwiseCopyable> {
  let elements: UnsafeMutableBufferPointer<Element>

  init(count: Int) {
    elements = .allocate(capacity: count)
  }

  deinit { elements.deallocate() }
}

/// A column of texts: their UTF-8 bytes in contiguous memory, and the start of each text.
public struct TextColumn: RandomAccessCollection, Sendable {
  /// The offset of each text in `bytes`, and one more entry: the end of the last text.
  public let starts: Column<Int32>
  /// The UTF-8 bytes of all texts, one text after the other.
  public let bytes: Column<UInt8>

  /// Creates a column whose text `i` is `bytes[starts[i]..<starts[i + 1]]`. The starts must ascend
  /// and must not be beyond the end of `bytes`.
  public init(starts: Column<Int32>, bytes: Column<UInt8>) {
    self.starts = starts
    self.bytes = bytes
  }

  /// Creates a column with a copy of `texts`.
  public init(_ texts: some Collection<String>) {
    var starts: [Int32] = [0]
    var bytes: [UInt8] = []
    for text in texts {
      bytes += text.utf8
      starts.append(Int32(bytes.count))
    }
    self.init(starts: Column(starts), bytes: Column(bytes))
  }

  /// The position of the first text, 0.
  public var startIndex: Int { 0 }
  /// The number of texts.
  public var endIndex: Int { Swift.max(0, starts.endIndex - 1) }

  /// Accesses the text at a position. Bytes that are not UTF-8 are replaced.
  public subscript(position: Int) -> String {
    bytes.withUnsafeBufferPointer {
      String(decoding: $0[Int(starts[position])..<Int(starts[position + 1])], as: UTF8.self)
    }
  }

  /// Whether the texts at two positions have the same bytes.
  func hasEqualTexts(at position: Int, _ other: Int) -> Bool {
    bytes.withUnsafeBufferPointer {
      $0[Int(starts[position])..<Int(starts[position + 1])]
        .elementsEqual($0[Int(starts[other])..<Int(starts[other + 1])])
    }
  }

  /// Returns the position of the first text with exactly these bytes, without creating strings; nil
  /// when there is none.
  public func firstIndex(ofUTF8 wanted: String.UTF8View) -> Int? {
    let wanted = Array(wanted)
    return bytes.withUnsafeBufferPointer { bytes in
      starts.withUnsafeBufferPointer { starts in
        // Safe: the starts ascend within `bytes`; a city file with others is rejected.
        for position in 0..<endIndex {
          let start = Int(starts[position])
          guard Int(starts[position + 1]) - start == wanted.count else { continue }
          var equal = 0
          while equal < wanted.count, bytes[start + equal] == wanted[equal] { equal += 1 }
          if equal == wanted.count { return position }
        }
        return nil
      }
    }
  }
}
