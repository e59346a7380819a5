import CZlib
import Foundation

/// A part of memory that never changes, and the owner that keeps it allocated.
struct Bytes: @unchecked Sendable {
  // Safe to share: nothing writes to the memory once it is passed on as `Bytes`, and `owner` keeps
  // it allocated. `owner` is only retained and released, which is atomic. LineReaderTests reads the
  // parts of a file that another thread unpacked.
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

  /// The position of the first byte that is not part of a text: it is zero, or not UTF-8.
  var firstInvalidByte: Int? {
    let bytes = memory.bindMemory(to: UInt8.self)
    let zero = bytes.baseAddress.flatMap { start in
      memchr(start, 0, bytes.count).map { UnsafeRawPointer($0) - UnsafeRawPointer(start) }
    }
    do {
      _ = try UTF8Span(validating: bytes.span)
      return zero
    } catch {
      return min(zero ?? .max, error.byteOffsets.lowerBound)
    }
  }

  /// The CRC-32 of the bytes.
  var checksum: UInt32 { Self.checksum(of: memory, after: 0) }

  /// Returns the CRC-32 of bytes whose beginning has the checksum `start`, and whose rest is
  /// `memory`.
  static func checksum(of memory: UnsafeRawBufferPointer, after start: UInt32) -> UInt32 {
    // zlib returns 0 for a null pointer, whatever the beginning is.
    guard let first = memory.assumingMemoryBound(to: UInt8.self).baseAddress else { return start }
    return UInt32(crc32_z(UInt(start), first, memory.count))
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
  func shrink(to count: Int) { self.count = min(count, self.count) }
}

extension [UInt8] {
  /// The CRC-32 of the bytes.
  var checksum: UInt32 {
    withUnsafeBufferPointer { UInt32(crc32_z(0, $0.baseAddress, $0.count)) }
  }
}
