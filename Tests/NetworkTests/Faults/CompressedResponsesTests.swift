import Foundation
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.highPriority, .timeLimit(.minutes(15))) struct CompressedResponsesTests {
  private let fixture = NetworkFixture(attempts: 1)

  private func response(_ body: [UInt8], length: Int? = nil) -> [HTTPServer.Step] {
    let fields = "Content-Encoding: gzip\r\nETag: \"1\"\r\nContent-Length: \(length ?? body.count)"
    return [.send("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n"), .bytes(body)]
  }

  private func fetch(_ body: [UInt8], length: Int? = nil) async throws -> [UInt8] {
    let server = try HTTPServer(["/": response(body, length: length)])
    let request = FetchRequest(url: server.url("/"), limit: 1000)
    return try await Array(fixture.fetcher.fetch(request).body)
  }

  @Test func `a compressed body is decompressed`() async throws {
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 775)
    #expect(try await fetch(gzip(matches: 3)) == letters)
  }

  @Test(arguments: [4, 1000, 4000])
  func `the limit counts decompressed bytes`(matches: Int) async throws {
    let body = gzip(matches: matches)
    let error = await #expect(throws: NetworkError.self) { try await fetch(body) }
    guard case .tooLarge(_, limit: 1000, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a damaged compressed body is an error`() async throws {
    let whole = gzip(matches: 3)
    // A reader ignores the time and the operating system in the first ten bytes.
    for index in whole.indices where !(4...9).contains(index) {
      var damaged = whole
      damaged[index] ^= 0xFF
      await #expect(throws: NetworkError.self, "byte \(index)") { try await fetch(damaged) }
    }
  }

  @Test func `a compressed body whose transfer is interrupted is an error`() async throws {
    let whole = gzip(matches: 3)
    for end in whole.indices {
      await #expect(throws: NetworkError.self, "\(end) bytes") {
        try await fetch(Array(whole[..<end]), length: whole.count)
      }
    }
  }

  /// A download asks for no compression, but a server may ignore that.
  @Test(arguments: [(3, [UInt8](repeating: UInt8(ascii: "a"), count: 775)), (4, nil)])
  func `a compressed download is decompressed up to the limit`(
    matches: Int, file: [UInt8]?
  ) async throws {
    let server = try HTTPServer(["/": response(gzip(matches: matches))])
    let request = DownloadRequest(url: server.url("/"), limit: 1000)
    guard let file else {
      await #expect(throws: NetworkError.tooLarge(server.url("/"), limit: 1000)) {
        try await fixture.downloads.download(request)
      }
      #expect(fixture.files.filter { $0.hasSuffix("part") } == [])
      return
    }
    let path = DownloadFolder(of: request.url, in: fixture.downloads.folder).part
    #expect(try await fixture.downloads.download(request) == .file(path))
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == file)
  }

  @Test func `an interrupted compressed download is downloaded from the beginning`() async throws {
    let whole = gzip(matches: 3)
    let half = response(Array(whole.prefix(20)), length: whole.count)
    let server = try HTTPServer(scripts: ["/": [half, response(whole)]])
    let request = DownloadRequest(url: server.url("/"))
    let path = DownloadFolder(of: request.url, in: fixture.downloads.folder).part
    #expect(
      try await NetworkFixture(folder: fixture.folder).downloads.download(request) == .file(path))
    #expect(try Data(contentsOf: URL(filePath: path)).count == 775)
    #expect(server.heads.last?.contains("Range") == false)
  }
}

/// A gzip file of the letter `a`: one literal, and matches that each repeat it 258 times.
///
/// Source: RFC 1951, section 3.2.6 (fixed Huffman codes), and RFC 1952.
private func gzip(matches: Int) -> [UInt8] {
  // The block header (final, fixed codes), then 'a' (0x61 + 0x30).
  var bits = "1" + "10" + "10010001"
  // The length 258 has the code of 285, the distance 1 has the code 0.
  bits += String(repeating: "11000101" + "00000", count: matches) + "0000000"
  var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
  var (byte, count): (UInt8, UInt8) = (0, 0)
  for bit in bits.utf8 {
    byte |= (bit & 1) << count
    count += 1
    guard count == 8 else { continue }
    bytes.append(byte)
    (byte, count) = (0, 0)
  }
  if count > 0 { bytes.append(byte) }
  let size = 1 + 258 * matches
  let trailer = [crc32(of: UInt8(ascii: "a"), count: size), UInt32(size)]
  return bytes
    + trailer.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
}

private func crc32(of byte: UInt8, count: Int) -> UInt32 {
  let table = (0..<256 as Range<UInt32>).map { index in
    (0..<8).reduce(index) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1 }
  }
  var value = UInt32.max
  for _ in 0..<count { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8 }
  return ~value
}
