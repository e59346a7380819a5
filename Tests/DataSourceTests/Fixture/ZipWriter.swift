import CZlib

/// Writes zip archives, including invalid ones.
struct ZipWriter {
  var isDeflated = true
  var flags: UInt16 = 0
  var method: UInt16?
  var checksum: UInt32?
  var size: UInt32?
  var packedSize: UInt32?
  /// The position of each file according to the directory; nil for the right one.
  var position: UInt32?
  /// The name before the content of each file; nil for the one in the directory.
  var localName: String?
  /// The Unix file mode of each file.
  var mode: UInt16 = 0
  /// Whether sizes and positions are written in zip64 fields.
  var isZip64 = false
  private var local: [UInt8] = []
  private var directory: [UInt8] = []
  private var count: UInt16 = 0

  init(_ configure: (inout ZipWriter) -> Void = { _ in }) {
    configure(&self)
  }

  /// Adds a file to the archive.
  mutating func add(_ name: String, _ content: [UInt8]) {
    let packed = isDeflated ? deflated(content) : content
    let header = number(method ?? (isDeflated ? 8 : 0), flags: flags)
    let sum = checksum ?? UInt32(crc32(0, content, UInt32(content.count)))
    let full = size ?? UInt32(content.count)
    let short = packedSize ?? UInt32(packed.count)
    let start = local.count
    local += bytes(0x0403_4B50 as UInt32) + header + bytes(sum) + bytes(short) + bytes(full)
    let nameBefore = Array((localName ?? name).utf8)
    local += bytes(UInt16(nameBefore.count)) + bytes(0 as UInt16) + nameBefore + packed
    let large =
      bytes(1 as UInt16) + bytes(24 as UInt16) + bytes(UInt64(full))
      + bytes(UInt64(short)) + bytes(UInt64(start))
    let extra = isZip64 ? large : []
    let escape = UInt32.max
    directory += bytes(0x0201_4B50 as UInt32) + bytes(20 as UInt16) + header + bytes(sum)
    directory += bytes(isZip64 ? escape : short) + bytes(isZip64 ? escape : full)
    directory += bytes(UInt16(name.utf8.count)) + bytes(UInt16(extra.count))
    directory += [UInt8](repeating: 0, count: 8) + bytes(mode)
    directory += bytes(isZip64 ? escape : position ?? UInt32(start)) + Array(name.utf8) + extra
    count += 1
  }

  /// Returns the whole archive.
  func finish(comment: String = "") -> [UInt8] {
    var archive = local + directory
    if isZip64 {
      let place = archive.count
      archive += bytes(0x0606_4B50 as UInt32) + bytes(44 as UInt64) + bytes(0x2D_002D as UInt32)
      archive += bytes(0 as UInt64) + bytes(UInt64(count)) + bytes(UInt64(count))
      archive += bytes(UInt64(directory.count)) + bytes(UInt64(local.count))
      archive += bytes(0x0706_4B50 as UInt32) + bytes(0 as UInt32) + bytes(UInt64(place))
      archive += bytes(1 as UInt32)
    }
    archive += bytes(0x0605_4B50 as UInt32) + bytes(0 as UInt32)
    archive += bytes(isZip64 ? UInt16.max : count) + bytes(isZip64 ? UInt16.max : count)
    archive += bytes(isZip64 ? UInt32.max : UInt32(directory.count))
    archive += bytes(isZip64 ? UInt32.max : UInt32(local.count))
    return archive + bytes(UInt16(comment.utf8.count)) + Array(comment.utf8)
  }

  /// Returns the version, flags, method and date of a header.
  private func number(_ method: UInt16, flags: UInt16) -> [UInt8] {
    bytes(20 as UInt16) + bytes(flags) + bytes(method) + bytes(0 as UInt32)
  }
}

private func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: number.littleEndian, Array.init)
}

private func deflated(_ content: [UInt8]) -> [UInt8] {
  var stream = z_stream()
  deflateInit2_(
    &stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
    Int32(MemoryLayout<z_stream>.size))
  defer { deflateEnd(&stream) }
  var content = content
  var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(content.count))))
  let rest = content.withUnsafeMutableBufferPointer { content in
    packed.withUnsafeMutableBufferPointer { packed in
      stream.next_in = content.baseAddress
      stream.avail_in = UInt32(content.count)
      stream.next_out = packed.baseAddress
      stream.avail_out = UInt32(packed.count)
      deflate(&stream, Z_FINISH)
      return Int(stream.avail_out)
    }
  }
  return Array(packed.dropLast(rest))
}
