import CZlib
import Foundation

/// A part of memory that never changes, and the owner that keeps it allocated.
struct Bytes {
  let memory: UnsafeRawBufferPointer
  let owner: AnyObject

  var count: Int { memory.count }

  /// Returns a part of the memory; nil when it is out of bounds.
  func part(from start: Int, count: Int) -> Bytes? {
    guard start >= 0, count >= 0, start <= memory.count, count <= memory.count - start else {
      return nil
    }
    return Bytes(
      memory: UnsafeRawBufferPointer(rebasing: memory[start..<start + count]), owner: owner)
  }

  /// Returns the little-endian number at a position; nil when the position is out of bounds or the
  /// number does not fit into an `Int`.
  func number<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type, at position: Int)
    -> Int?
  {
    guard let part = part(from: position, count: MemoryLayout<Number>.size) else { return nil }
    return Int(exactly: Number(littleEndian: part.memory.loadUnaligned(as: type)))
  }

  /// Returns whether both have the same bytes.
  func hasSameContent(as other: Bytes) -> Bool {
    guard count == other.count, let first = memory.baseAddress,
      let second = other.memory.baseAddress
    else { return count == other.count }
    return memcmp(first, second, count) == 0
  }

  /// The bytes as text. Bytes that are not UTF-8 are replaced.
  var text: String { String(decoding: memory, as: UTF8.self) }

  /// The CRC-32 of the bytes.
  var checksum: UInt32 {
    UInt32(crc32_z(0, memory.assumingMemoryBound(to: UInt8.self).baseAddress, memory.count))
  }
}

/// Allocated memory that can be written, freed with the last reference.
final class Buffer {
  private let allocation: UnsafeMutablePointer<UInt8>
  private(set) var count: Int

  /// Allocates memory that the caller must initialize.
  init(count: Int) {
    self.count = count
    allocation = .allocate(capacity: max(count, 1))
  }

  /// Creates a buffer with a copy of `bytes`.
  convenience init(_ bytes: some Collection<UInt8>) {
    self.init(count: bytes.count)
    _ = content.initialize(from: bytes)
  }

  deinit { allocation.deallocate() }

  /// The memory, which is valid as long as the caller retains the buffer.
  var content: UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(start: allocation, count: count)
  }

  /// The memory for reading; the result retains the buffer.
  var bytes: Bytes { Bytes(memory: UnsafeRawBufferPointer(content), owner: self) }

  /// Reduces the buffer to its first `count` bytes.
  func shrink(to count: Int) {
    self.count = min(count, self.count)
  }
}

extension [UInt8] {
  /// The CRC-32 of the bytes.
  var checksum: UInt32 {
    withUnsafeBufferPointer { UInt32(crc32_z(0, $0.baseAddress, $0.count)) }
  }
}
