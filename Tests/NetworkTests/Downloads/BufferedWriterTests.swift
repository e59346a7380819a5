import Foundation
import ModuleTesting
import Testing

@testable import Network

@Suite struct BufferedWriterTests {
  private static let bytes = Data((0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })

  private let folder = TemporaryFolder()

  /// Opens a file of the folder for writing.
  private func open(_ name: String) throws -> CInt {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    return Foundation.open(
      folder.url.appending(path: name).path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
  }

  @Test(arguments: [1, 16_384, 100_000, 700_000])
  func `bytes are written in order for every size of pieces`(size: Int) throws {
    // Fewer bytes, because single bytes take long.
    let bytes = size == 1 ? Self.bytes.prefix(20_000) : Self.bytes
    let file = BufferedWriter(try open("file"))
    for start in stride(from: 0, to: bytes.count, by: size) {
      try file.append(bytes[start..<min(start + size, bytes.count)])
      if start % 3 == 0 { file.flush() }
    }
    try file.finish()
    let written = try Data(contentsOf: folder.url.appending(path: "file"))
    #expect(written == bytes)
  }

  @Test func `a failed write is thrown at the latest by finish and later data is discarded`()
    throws
  {
    let descriptor = Foundation.open("/dev/full", O_WRONLY | O_CLOEXEC)
    // Only Linux has a device that is always full.
    guard descriptor >= 0 else { return }
    let file = BufferedWriter(descriptor)
    try file.append(Data(count: 10))
    #expect(throws: POSIXError(.ENOSPC)) { try file.finish() }
    #expect(throws: POSIXError(.ENOSPC)) { try file.append(Data(count: 10)) }
    #expect(throws: POSIXError(.ENOSPC)) { try file.finish() }
  }
}
