import Testing

@testable import DataSource

struct ArchiveTests {
  private let text = Array("stop_id,stop_name\nA,Airport\n".utf8)

  /// Returns the content of the archive's stops.txt; nil when the archive has none.
  private func content(in archive: [UInt8], limits: FeedLimits = FeedLimits()) throws -> [UInt8]? {
    let archive = try Archive(Buffer(archive).bytes, limits: limits)
    guard let member = archive.members.first(where: { $0.name == "stops.txt" }) else { return nil }
    var budget = archive.budget
    let content = try archive.unpack(member, budget: &budget)
    return withExtendedLifetime(content) { Array(content.memory) }
  }

  private func archive(
    comment: String = "", _ configure: (inout ZipWriter) -> Void = { _ in }
  ) -> [UInt8] {
    var writer = ZipWriter(configure)
    writer.add("stops.txt", text)
    return writer.finish(comment: comment)
  }

  private func rejection(_ archive: [UInt8], limits: FeedLimits = FeedLimits()) -> String {
    let error = #expect(throws: FeedRejection.self) { try content(in: archive, limits: limits) }
    return error?.reason ?? ""
  }

  @Test(arguments: [(true, false), (false, false), (true, true), (false, true)])
  func `stored and deflated files are read, with and without zip64`(
    isDeflated: Bool, isZip64: Bool
  ) throws {
    let archive = archive {
      $0.isDeflated = isDeflated
      $0.isZip64 = isZip64
    }
    #expect(try content(in: archive) == text)
  }

  @Test func `an empty file is read`() throws {
    var writer = ZipWriter()
    writer.add("stops.txt", [])
    #expect(try content(in: writer.finish()) == [])
  }

  @Test func `a comment at the end and bytes before the archive are ignored`() throws {
    var writer = ZipWriter()
    writer.add("stops.txt", text)
    let archive = Array("#!/bin/sh\n".utf8) + writer.finish(comment: "made by hand")
    #expect(try content(in: archive) == text)
    #expect(try Archive(Buffer(archive).bytes).content.count == archive.count - 10)
  }

  @Test(arguments: [false, true])
  func `bytes after the end of the archive are not read`(isZip64: Bool) throws {
    let whole = archive(comment: "made by hand") { $0.isZip64 = isZip64 }
    for surplus in [[0], Array("<html>".utf8), [UInt8](repeating: 0x50, count: 300_000)] {
      let bytes = Array("#!/bin/sh\n".utf8) + whole + surplus
      #expect(try content(in: bytes) == text)
      #expect(try Archive(Buffer(bytes).bytes).suffixSize == surplus.count)
    }
    #expect(rejection(whole + [0] + whole + [0]).contains("two directories"))
  }

  @Test(arguments: ["", "PK", "<html>not found</html>", "stop_id,stop_name\nA,Airport\n"])
  func `content that is not a zip archive is rejected`(content: String) {
    #expect(rejection(Array(content.utf8)).contains("not a zip archive"))
  }

  @Test func `a truncated archive is rejected, wherever it is cut`() {
    let whole = archive { _ in }
    for count in 4..<whole.count {
      #expect(rejection(Array(whole.prefix(count))).contains("cut short"))
    }
  }

  @Test func `an encrypted file is rejected`() {
    #expect(rejection(archive { $0.flags = 1 }).contains("encrypted"))
  }

  @Test(arguments: [1, 9, 12, 14, 93] as [UInt16])
  func `a file with another compression method is rejected`(method: UInt16) {
    #expect(rejection(archive { $0.method = method }).contains("method \(method)"))
  }

  @Test func `a file with a wrong checksum is rejected`() {
    #expect(rejection(archive { $0.checksum = 1 }).contains("checksum"))
  }

  @Test(arguments: [true, false])
  func `a file with a wrong size is rejected`(isDeflated: Bool) {
    for size in [0, 1, 27, 29, 5000, UInt32.max - 1] {
      let archive = archive {
        $0.isDeflated = isDeflated
        $0.size = size
      }
      #expect(rejection(archive) != "")
    }
  }

  @Test func `a file with a wrong packed size is rejected`() {
    for size in [0, 1, 40, UInt32.max - 1] {
      #expect(rejection(archive { $0.packedSize = size }) != "")
    }
  }

  @Test(arguments: [true, false])
  func `a file that is empty according to the directory, but has content, is rejected`(
    isDeflated: Bool
  ) {
    for packedSize in [0, nil] as [UInt32?] {
      let archive = archive {
        $0.isDeflated = isDeflated
        $0.size = 0
        $0.packedSize = packedSize
      }
      #expect(rejection(archive) != "")
    }
  }

  @Test func `files that share bytes are rejected`() {
    var writer = ZipWriter()
    writer.add("stops.txt", text)
    let end = UInt32(30 + 9 + 28)
    for position in [0, 1, end - 10] {
      var writer = writer
      writer.position = position
      writer.add("stops.txt", text)
      #expect(rejection(writer.finish()).hasPrefix("the archive's files overlap, at 'stops.txt'"))
    }
  }

  @Test func `a file that shares bytes with the directory is rejected`() {
    let whole = archive { $0.isDeflated = false }
    var shifted = whole
    // The position of the file in the directory: its content would end in the directory.
    let field = whole.count - 22 - 9 - 4
    shifted[field] = 20
    #expect(rejection(shifted).contains("a wrong position for 'stops.txt'"))
  }

  @Test func `a file that its own header names or describes differently is rejected`() {
    let renamed = archive { $0.localName = "other.txt" }
    #expect(rejection(renamed).contains("describes 'stops.txt' in two different ways"))
    let whole = archive { $0.isDeflated = false }
    for (position, value) in [(8, 8), (14, 1), (18, 1), (22, 1)] as [(Int, UInt8)] {
      var changed = whole
      changed[position] ^= value
      #expect(rejection(changed).contains("in two different ways"), "\(position)")
    }
  }

  @Test func `sizes that follow the content are read from the directory`() throws {
    var archive = archive { $0.flags = 8 }
    for position in 14..<26 { archive[position] = 0 }
    #expect(try content(in: archive) == text)
  }

  @Test func `a second end is rejected`() {
    var writer = ZipWriter()
    writer.add("stops.txt", Array("stop_id\nB\n".utf8))
    let inner = String(decoding: writer.finish().suffix(22), as: UTF8.self)
    #expect(rejection(archive(comment: inner)).contains("two directories"))
  }

  @Test(arguments: ["../stops.txt", "/stops.txt", "a/../../stops.txt", "C:/stops.txt", "..\\a"])
  func `a path outside the folder is rejected`(name: String) {
    var writer = ZipWriter()
    writer.add(name, text)
    #expect(rejection(writer.finish()).contains("outside its folder"))
  }

  @Test(arguments: [("/etc/hosts", true), ("../a", true), ("feed/stops.txt", false)])
  func `a link to a file outside the archive is rejected`(target: String, isRefused: Bool) throws {
    var writer = ZipWriter { $0.mode = 0o120777 }
    writer.add("stops.txt", Array(target.utf8))
    let archive = writer.finish()
    if isRefused {
      #expect(rejection(archive).contains("a link to a file outside"))
    } else {
      #expect(try content(in: archive) == Array(target.utf8))
    }
  }

  @Test func `a zip bomb is rejected: a small archive may not unpack to much`() {
    var writer = ZipWriter()
    writer.add("stops.txt", [UInt8](repeating: 65, count: 25 << 20))
    #expect(
      rejection(writer.finish()).contains(
        "would unpack to 25 MB, which is too much for its packed size"))
  }

  @Test(
    arguments: [
      (100, 24 << 20), (2 << 20, 40 << 20), (10 << 20, 200 << 20), (1 << 30, 1 << 30),
      (.max, 1 << 30),
    ] as [(Int, Int)])
  func `the allowed unpacked size grows with the size of the archive, up to a limit`(
    size: Int, bytes: Int
  ) {
    #expect(FeedLimits().bytes(ofArchive: size) == bytes)
  }

  @Test func `an archive that unpacks to more than the limit is rejected`() {
    let limits = FeedLimits(unpackedBytes: 20)
    #expect(rejection(archive { _ in }, limits: limits).contains("too much"))
  }

  @Test func `every flipped bit is detected or changes nothing`() throws {
    let whole = archive { _ in }
    for position in whole.indices {
      for bit in 0..<8 {
        var damaged = whole
        damaged[position] ^= 1 << bit
        let read = try? content(in: damaged)
        #expect(read == nil || read == text)
      }
    }
  }
}
