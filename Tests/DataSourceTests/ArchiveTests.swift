import Testing

@testable import DataSource

struct ArchiveTests {
  private let text = Array("stop_id,stop_name\nA,Airport\n".utf8)

  /// What is in the archive's stops.txt; nil when it has none.
  private func content(in archive: [UInt8], limits: Limits = Limits()) throws -> [UInt8]? {
    let archive = try Archive(Buffer(archive).bytes, limits: limits)
    guard let member = archive.members.first(where: { $0.name == "stops.txt" }) else { return nil }
    var budget = archive.budget
    let content = try archive.unpack(member, budget: &budget)
    return withExtendedLifetime(content) { Array(content.memory) }
  }

  private func archive(_ configure: (inout ZipWriter) -> Void) -> [UInt8] {
    var writer = ZipWriter(configure)
    writer.add("stops.txt", text)
    return writer.finish()
  }

  private func refusal(_ archive: [UInt8], limits: Limits = Limits()) -> String {
    let error = #expect(throws: Refusal.self) { try content(in: archive, limits: limits) }
    return error?.reason ?? ""
  }

  @Test(arguments: [(true, false), (false, false), (true, true), (false, true)])
  func `stored and deflated files are read, with small and large numbers`(
    isDeflated: Bool, isLarge: Bool
  ) throws {
    let archive = archive {
      $0.isDeflated = isDeflated
      $0.isLarge = isLarge
    }
    #expect(try content(in: archive) == text)
  }

  @Test func `an empty file is read`() throws {
    var writer = ZipWriter()
    writer.add("stops.txt", [])
    #expect(try content(in: writer.finish()) == [])
  }

  @Test func `a comment at the end and something before the archive do no harm`() throws {
    var writer = ZipWriter()
    writer.add("stops.txt", text)
    let archive = Array("#!/bin/sh\n".utf8) + writer.finish(comment: "made by hand")
    #expect(try content(in: archive) == text)
    #expect(try Archive(Buffer(archive).bytes).content.count == archive.count - 10)
  }

  @Test(arguments: ["", "PK", "<html>not found</html>", "stop_id,stop_name\nA,Airport\n"])
  func `something else is not a zip archive`(content: String) {
    #expect(refusal(Array(content.utf8)).contains("not a zip archive"))
  }

  @Test func `an archive that is cut short is refused wherever it is cut`() {
    let whole = archive { _ in }
    for count in 4..<whole.count {
      #expect(refusal(Array(whole.prefix(count))).contains("cut short"))
    }
  }

  @Test func `a password is refused`() {
    #expect(refusal(archive { $0.flags = 1 }).contains("encrypted"))
  }

  @Test(arguments: [1, 9, 12, 14, 93] as [UInt16])
  func `other methods are refused by number`(method: UInt16) {
    #expect(refusal(archive { $0.method = method }).contains("method \(method)"))
  }

  @Test func `a wrong checksum is refused`() {
    #expect(refusal(archive { $0.checksum = 1 }).contains("checksum"))
  }

  @Test(arguments: [true, false])
  func `a size that lies is refused`(isDeflated: Bool) {
    for size in [0, 1, 27, 29, 5000, UInt32.max - 1] {
      let archive = archive {
        $0.isDeflated = isDeflated
        $0.size = size
      }
      #expect(refusal(archive) != "")
    }
  }

  @Test func `a packed size that lies is refused`() {
    for size in [0, 1, 40, UInt32.max - 1] {
      #expect(refusal(archive { $0.packedSize = size }) != "")
    }
  }

  @Test(arguments: ["../stops.txt", "/stops.txt", "a/../../stops.txt", "C:/stops.txt", "..\\a"])
  func `a path that leaves the folder is refused`(name: String) {
    var writer = ZipWriter()
    writer.add(name, text)
    #expect(refusal(writer.finish()).contains("outside its folder"))
  }

  @Test(arguments: [("/etc/hosts", true), ("../a", true), ("feed/stops.txt", false)])
  func `a link to a file outside is refused`(target: String, isRefused: Bool) throws {
    var writer = ZipWriter { $0.mode = 0o120777 }
    writer.add("stops.txt", Array(target.utf8))
    let archive = writer.finish()
    if isRefused {
      #expect(refusal(archive).contains("a link to a file outside"))
    } else {
      #expect(try content(in: archive) == Array(target.utf8))
    }
  }

  @Test func `a bomb is refused: the smaller an archive, the less it may unpack to`() {
    var writer = ZipWriter()
    writer.add("stops.txt", [UInt8](repeating: 65, count: 25 << 20))
    #expect(refusal(writer.finish()).contains("would unpack to 25 MB, more than"))
  }

  @Test(arguments: [
    (100, 24 << 20), (2 << 20, 40 << 20), (10 << 20, 200 << 20), (1 << 30, 1 << 30),
    (.max, 1 << 30),
  ])
  func `what an archive may unpack to grows with its size, up to a limit`(size: Int, bytes: Int) {
    #expect(Limits().bytes(ofArchive: size) == bytes)
  }

  @Test func `what unpacks to more than the limit is refused`() {
    let limits = Limits(unpackedBytes: 20)
    #expect(refusal(archive { _ in }, limits: limits).contains("more than"))
  }

  @Test func `every flipped bit is noticed or does no harm`() throws {
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
