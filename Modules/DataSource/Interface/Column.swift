/// One column of a table: fixed-width values, one after the other, in memory that never changes.
///
/// The memory may be a mapped file; the column keeps its owner alive.
public struct Column<Element: BitwiseCopyable & Sendable>: RandomAccessCollection,
  @unchecked Sendable
{
  // Safe to share: nobody writes to the memory after `init`, and `owner` keeps it in place for as
  // long as any copy of the column lives. ColumnTests reads one from many threads.
  private let elements: UnsafeBufferPointer<Element>
  private let owner: AnyObject?

  /// A view of `elements`, which `owner` keeps alive and nobody changes.
  public init(_ elements: UnsafeBufferPointer<Element>, owner: AnyObject) {
    self.elements = elements
    self.owner = owner
  }

  /// A copy of `elements`.
  public init(_ elements: some Collection<Element>) {
    let owner = Storage(elements)
    self.elements = UnsafeBufferPointer(owner.elements)
    self.owner = owner
  }

  /// The position of the first value.
  public var startIndex: Int { 0 }
  /// One past the position of the last value.
  public var endIndex: Int { elements.count }

  /// The value at a position, which must be within bounds.
  public subscript(position: Int) -> Element {
    precondition(position >= 0 && position < elements.count, "position out of bounds")
    return elements[position]
  }

  /// Calls `body` with the values in one piece, for loops that must be fast.
  public func withUnsafeBufferPointer<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime(owner) { try body(elements) }
  }

  /// See `withUnsafeBufferPointer`.
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try withUnsafeBufferPointer(body)
  }
}

/// Memory of a column's own.
private final class Storage<Element: BitwiseCopyable> {
  let elements: UnsafeMutableBufferPointer<Element>

  init(_ values: some Collection<Element>) {
    elements = .allocate(capacity: values.count)
    _ = elements.initialize(from: values)
  }

  deinit { elements.deallocate() }
}
