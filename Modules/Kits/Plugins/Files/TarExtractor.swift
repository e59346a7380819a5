import Console
import Foundation
import Mediator
import Platform

/// Writes the files of a tar archive, which anybody may have made, into an empty folder.
///
/// Nothing is written through a link, because links are made last. The folder that results may have
/// links that lead out of it, which `PluginFolder.add` refuses.
struct TarExtractor {
  /// Why an archive is refused: the end of a sentence, with the remedy.
  struct Problem: Error, Equatable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  /// The limits of a plug-in, and of names and records in bytes.
  struct Limits {
    var files = PluginFolder.maximumFiles
    var bytes = PluginFolder.maximumBytes
    var texts = 1 << 14
  }

  private let input: FileHandle
  private let folder: URL
  private let limits: Limits
  /// How many more bytes are read: contents, headers and what fills them up.
  private var rest: Int
  private var bytes = 0
  private var folders: Set<String> = []
  private var names: Set<String> = []
  private var links: [(name: String, target: String)] = []

  /// - Parameters:
  ///   - input: The archive, unpacked by gzip. It is read to its end.
  ///   - folder: An empty folder.
  init(_ input: FileHandle, into folder: URL, limits: Limits = Limits()) {
    self.input = input
    self.folder = folder
    self.limits = limits
    rest = 2 * limits.bytes
  }

  /// - Throws: `Problem`, `PluginFileError.unusable`, `CancellationError`.
  mutating func extract() throws {
    var records: [String: [UInt8]] = [:]
    var hasRecords = false
    while let header = try nextHeader() {
      let name = String(decoding: header.name, as: UTF8.self)
      switch header.kind {
      case .records:
        guard !hasRecords, let new = TarHeader.records(try text(of: header)),
          !new.keys.contains(where: { $0.hasPrefix(TarHeader.sparsePrefix) })
        else { throw Self.damaged }
        hasRecords = true
        records.merge(new) { $1 }
      case .globalRecords: _ = try text(of: header)
      case .longName: records["path"] = try text(of: header).prefix { $0 != 0 }.map(\.self)
      case .longTarget: records["linkpath"] = try text(of: header).prefix { $0 != 0 }.map(\.self)
      case .other(let words): throw Problem("'\(name.printable)' is \(words)")
      case .file, .folder, .link:
        try write(header, records)
        (records, hasRecords) = ([:], false)
      }
    }
    for link in links where symlink(link.target, path(link.name)) != 0 {
      throw PluginFolder.lastError(link.name)
    }
  }

  /// The header of the next entry; nil at the end of the archive, which is read to its end.
  private mutating func nextHeader() throws -> TarHeader? {
    let block = try read(TarHeader.blockSize)
    guard block.contains(where: { $0 != 0 }) else {
      while !(try read(upTo: max(1, min(rest, 1 << 16))).isEmpty) {}
      return nil
    }
    guard let header = TarHeader(block) else { throw Self.damaged }
    return header
  }

  private mutating func write(_ header: TarHeader, _ records: [String: [UInt8]]) throws {
    let parts = try parts(of: records["path"] ?? header.name)
    guard !parts.isEmpty else {
      guard case .folder = header.kind else { throw Self.damaged }
      return
    }
    let name = parts.joined(separator: "/")
    var parent = ""
    for part in parts.dropLast() {
      parent += parent.isEmpty ? part : "/\(part)"
      try createFolder(parent)
    }
    switch header.kind {
    case .folder: try createFolder(name)
    case .link:
      let target = records["linkpath"] ?? header.target
      guard let text = String(validating: target, as: UTF8.self), !text.isEmpty,
        !target.contains(0)
      else { throw Problem("the link '\(name.printable)' leads nowhere; pack it without") }
      try add(name)
      links.append((name, text))
    case _:
      let size = records["size"].map { Int(String(decoding: $0, as: UTF8.self)) ?? -1 }
      try writeFile(name, size: size ?? header.size, mode: header.isExecutable ? 0o700 : 0o600)
    }
  }

  /// The parts of a path; none for the folder itself.
  private func parts(of bytes: [UInt8]) throws -> [String] {
    guard let path = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      let shown = String(decoding: bytes, as: UTF8.self).printable.shortened(to: 60)
      throw Problem("the name '\(shown)' is not UTF-8; rename it")
    }
    let shown = path.printable.shortened(to: 60)
    let parts = path.split(at: "/").map(String.init).filter { $0 != "." }
    guard !path.isAbsolutePath, !parts.contains(".."), bytes.count <= 4096 else {
      throw Problem("'\(shown)' leads out of it; expected paths without a slash first and '..'")
    }
    return parts
  }

  private mutating func createFolder(_ name: String) throws {
    guard !folders.contains(name) else { return }
    try add(name)
    folders.insert(name)
    guard mkdir(path(name), 0o700) == 0 else { throw error(name) }
  }

  private mutating func writeFile(_ name: String, size: Int, mode: mode_t) throws {
    guard size >= 0 else { throw Self.damaged }
    guard size <= limits.bytes - bytes else { throw tooLarge }
    bytes += size
    try add(name)
    let output = open(path(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard output >= 0 else { throw error(name) }
    let file = FileHandle(fileDescriptor: output, closeOnDealloc: true)
    var left = size
    while left > 0 {
      let piece = try read(min(left, 1 << 16))
      do { try file.write(contentsOf: piece) } catch {
        throw PluginFileError.unusable(path(name), reason: error.systemReason)
      }
      left -= piece.count
    }
    try skipFilling(of: size)
  }

  /// Counts a file, a folder or a link.
  private mutating func add(_ name: String) throws {
    guard names.count < limits.files else { throw tooLarge }
    guard names.insert(name).inserted else {
      throw Problem("'\(name.printable)' is in it twice; pack it again")
    }
  }

  /// The content of an entry that describes others.
  private mutating func text(of header: TarHeader) throws -> [UInt8] {
    guard header.size <= limits.texts else { throw Self.damaged }
    let text = header.size == 0 ? [] : try read(header.size)
    try skipFilling(of: header.size)
    return Array(text)
  }

  private mutating func skipFilling(of size: Int) throws {
    let filling = (TarHeader.blockSize - size % TarHeader.blockSize) % TarHeader.blockSize
    if filling > 0 { _ = try read(filling) }
  }

  /// Reads bytes, all of which must be there.
  private mutating func read(_ count: Int) throws -> [UInt8] {
    let bytes = try read(upTo: count)
    guard bytes.count == count else { throw Problem("it ends in the middle; fetch it again") }
    return Array(bytes)
  }

  /// Reads bytes; fewer only at the end.
  private mutating func read(upTo count: Int) throws -> Data {
    guard count <= rest else { throw tooLarge }
    var bytes = Data()
    while bytes.count < count {
      try Task.checkCancellation()
      guard let piece = try input.read(upToCount: count - bytes.count), !piece.isEmpty else {
        break
      }
      bytes += piece
    }
    rest -= bytes.count
    return bytes
  }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  /// Why a file or a folder cannot be created.
  private func error(_ name: String) -> any Error {
    // To the system, another name of the archive is the same one.
    errno == EEXIST
      ? Problem("'\(name.printable)' is in it twice; pack it again")
      : PluginFolder.lastError(path(name))
  }

  private static let damaged = Problem("it is no tar archive, or damaged; fetch it again")

  private var tooLarge: Problem {
    Problem(
      "it has more than \(limits.files) files or \(limits.bytes >> 20) MB; expected a plug-in")
  }
}
