import Foundation
import ModuleTesting
import Testing

@testable import DataSource

struct ByteSourceTests {
  private let folder = TemporaryFolder()
  private let text = "one two three"

  /// The bytes in memory and in a file.
  private var sources: [ByteSource] {
    get throws {
      let file = try folder.write(Array(text.utf8), to: "a.txt")
      return [
        ByteSource(Buffer(text.utf8).bytes),
        ByteSource(try UnchangedFile(OpenFile.reading(file.path))),
      ]
    }
  }

  private func text(_ part: Bytes?) -> String? {
    part.map { part in withExtendedLifetime(part) { part.text } }
  }

  @Test func `a part is read from memory or from a file`() throws {
    for source in try sources {
      #expect(source.count == 13)
      #expect(try text(source.part(from: 4, count: 3)) == "two")
      #expect(try text(source.part(from: 13, count: 0)) == "")
      #expect(try text(source.part(from: 8)) == "three")
      let slice = source.slice(from: 4, count: 9)
      #expect(slice?.count == 9)
      #expect(try text(slice?.part(from: 4, count: 5)) == "three")
      #expect(try source.checksum == Buffer(text.utf8).bytes.checksum)
    }
  }

  @Test(arguments: [(-1, 1), (0, -1), (0, 14), (13, 1), (14, 0), (1, .max)])
  func `a part beyond the bounds is nil`(start: Int, count: Int) throws {
    for source in try sources {
      #expect(try source.part(from: start, count: count) == nil)
      #expect(source.slice(from: start, count: count) == nil)
    }
  }

  @Test func `a file that changes while it is read is rejected`() throws {
    let changed = FeedRejection("it changed while it was read; expected a complete file")
    let file = try folder.write(Array(text.utf8), to: "b.txt")
    let source = ByteSource(try UnchangedFile(OpenFile.reading(file.path)))
    try source.checkUnchanged()
    try Data("one".utf8).write(to: file)
    #expect(throws: changed) { try source.checkUnchanged() }
    #expect(throws: changed) { try source.part(from: 4, count: 3) }
    try ByteSource(Buffer(text.utf8).bytes).checkUnchanged()
  }
}
