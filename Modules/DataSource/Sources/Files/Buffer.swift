/// Memory of its own that may be written, freed with the last reference.
final class Buffer {
  private let allocation: UnsafeMutablePointer<UInt8>
  private(set) var count: Int

  /// Memory whose content is left to the caller.
  init(count: Int) {
    self.count = count
    allocation = .allocate(capacity: max(count, 1))
  }

  /// A copy of `bytes`.
  convenience init(_ bytes: some Collection<UInt8>) {
    self.init(count: bytes.count)
    _ = content.initialize(from: bytes)
  }

  deinit { allocation.deallocate() }

  /// The memory; the caller keeps the buffer alive while it uses it.
  var content: UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(start: allocation, count: count)
  }

  /// The memory to be read, kept alive with the result.
  var bytes: Bytes { Bytes(memory: UnsafeRawBufferPointer(content), owner: self) }

  /// Gives up the bytes behind the first `count`.
  func shrink(to count: Int) {
    self.count = min(count, self.count)
  }
}
