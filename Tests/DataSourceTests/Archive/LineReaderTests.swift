import Testing

@testable import DataSource

struct LineReaderTests {
  /// Returns a reader of a file in an archive, unpacked in parts of `partSize` bytes.
  private func reader(
    of file: [UInt8], partSize: Int, _ configure: (inout ZipWriter) -> Void = { _ in }
  ) throws -> LineReader {
    var writer = ZipWriter(configure)
    writer.add("a.txt", file)
    let archive = try Archive(Buffer(writer.finish()).bytes)
    var budget = archive.budget
    return try archive.lines(of: archive.members[0], partSize: partSize, budget: &budget)
  }

  private func parts(_ reader: LineReader) throws -> [LineReader.Part] {
    var parts = [try reader.next()]
    while parts.last?.isLast == false { parts.append(try reader.next()) }
    return parts
  }

  private func text(_ part: LineReader.Part) -> String {
    withExtendedLifetime(part) { part.bytes.text }
  }

  @Test(arguments: [true, false], [1, 2, 3, 7, 12, 100])
  func `parts end at line ends, and together they are the file`(
    isDeflated: Bool, partSize: Int
  ) throws {
    let file = "one\ntwo\r\n\na much longer line\nfive\nthe end"
    let parts = try parts(
      reader(of: Array(file.utf8), partSize: partSize) { $0.isDeflated = isDeflated })
    #expect(parts.map(text).joined() == file)
    #expect(parts.dropLast().allSatisfy { text($0).utf8.last == .lineFeed })
    if partSize >= file.utf8.count { #expect(parts.count == 1) }
  }

  @Test(arguments: ["", "\n", "no line end", "a\rb\rc\r"])
  func `a file without line feeds is one part`(file: String) throws {
    let parts = try parts(reader(of: Array(file.utf8), partSize: 2))
    #expect(parts.map(text) == [file])
  }

  @Test func `a part can begin with the end of the one before it`() throws {
    let reader = try reader(of: Array("one\ntwo\nthree\nfour\n".utf8), partSize: 4)
    let first = try reader.next()
    #expect(text(first) == "one\n")
    let second = try reader.next(after: Buffer("e\n".utf8).bytes)
    #expect(text(second) == "e\ntwo\n" && !second.isLast)
    let last = try reader.next(after: Buffer("a long beginning ".utf8).bytes)
    #expect(text(last) == "a long beginning three\nfour\n" && last.isLast)
  }

  @Test(arguments: [("a\nb\n", nil), ("a\n\u{0}\n", 2), ("ä\nö\n\u{0}", 6)])
  func `a part gives the position of its first byte that is not text`(
    file: String, position: Int?
  ) throws {
    #expect(try reader(of: Array(file.utf8), partSize: 100).next().firstInvalidByte == position)
  }

  @Test(
    arguments: [
      ("does not have the size", 9, nil), ("does not have the size", 31, nil),
      ("its checksum differs", nil, 1),
    ] as [(String, UInt32?, UInt32?)])
  func `a damaged file is rejected at its end`(
    reason: String, size: UInt32?, checksum: UInt32?
  ) throws {
    let error = #expect(throws: FeedRejection.self) {
      try parts(
        reader(of: Array(String(repeating: "0123456789\n", count: 2).utf8), partSize: 4) {
          ($0.size, $0.checksum) = (size, checksum)
        })
    }
    #expect(error?.reason.contains(reason) == true)
  }
}
