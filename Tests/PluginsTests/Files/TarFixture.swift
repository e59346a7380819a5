import Foundation

@testable import Plugins

/// An entry of a tar archive that a test writes byte by byte, also one that no program would write.
struct TarEntry {
  var name: [UInt8]
  var kind: Character
  var content: [UInt8]
  var target: String
  var mode: Int
  /// The size that the header says.
  var size: String
  /// What the header has in place of the magic and the prefix.
  var prefix: String

  init(
    _ name: String, kind: Character = "0", _ content: String = "", target: String = "",
    mode: Int = 0o644, size: Int? = nil, prefix: String = ""
  ) {
    self.name = Array(name.utf8)
    self.kind = kind
    self.content = Array(content.utf8)
    self.target = target
    self.mode = mode
    self.size = String(size ?? content.utf8.count, radix: 8)
    self.prefix = prefix
  }

  /// A record of the next entry, as pax writes it.
  static func record(_ key: String, _ value: String) -> TarEntry {
    let rest = " \(key)=\(value)\n"
    var length = rest.utf8.count
    while "\(length)".utf8.count + rest.utf8.count != length { length += 1 }
    return TarEntry("pax", kind: "x", "\(length)\(rest)")
  }

  var bytes: [UInt8] {
    var block = [UInt8](repeating: 0, count: TarHeader.blockSize)
    func set(_ bytes: [UInt8], at offset: Int) {
      block.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
    set(Array(name.prefix(100)), at: 0)
    set(Array(String(mode, radix: 8).utf8), at: 100)
    set(Array(size.utf8), at: 124)
    set(Array("        ".utf8), at: 148)
    set(Array("\(kind)".utf8), at: 156)
    set(Array(target.utf8), at: 157)
    set(Array("ustar\u{0}00".utf8), at: 257)
    set(Array(prefix.utf8), at: 345)
    set(Array(String(block.reduce(0) { $0 + Int($1) }, radix: 8).utf8) + [0], at: 148)
    let filling = (TarHeader.blockSize - content.count % TarHeader.blockSize) % TarHeader.blockSize
    return block + content + [UInt8](repeating: 0, count: filling)
  }
}

extension [TarEntry] {
  /// The archive.
  var archive: [UInt8] {
    flatMap(\.bytes) + [UInt8](repeating: 0, count: 2 * TarHeader.blockSize)
  }
}
