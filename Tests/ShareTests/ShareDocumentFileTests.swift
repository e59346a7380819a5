import Foundation
import Mediator
import ShareInterface
import TestSupport
import Testing

@testable import Share

@Suite struct ShareDocumentFileTests {
  private let temporary = TemporaryFolder()
  private var folder: URL { temporary.url }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  @Test func `a file is written in place of what was there, as is what a link leads to`() throws {
    let path = folder.appending(path: "trip.txt")
    let link = folder.appending(path: "link.txt")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: path)
    for (file, text) in [(path, "first and longer"), (path, "second"), (link, "third")] {
      try document(text).write(to: file.path)
      #expect(try String(contentsOf: path, encoding: .utf8) == text)
    }
    let kept = try FileManager.default.destinationOfSymbolicLink(atPath: link.path)
    #expect(kept == path.path)
  }

  @Test func `a file that nobody named is never replaced`() throws {
    let path = folder.appending(path: "trip.txt").path
    try document("mine").writeNew(to: path)
    #expect(throws: ShareError.fileExists(path)) { try document("new").writeNew(to: path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test func `what is no file is left alone`() throws {
    #expect(throws: ShareError.emptyPath) { try document("x").write(to: "") }
    #expect(throws: ShareError.notAFile("/dev/null")) { try document("x").write(to: "/dev/null") }
    #expect(throws: ShareError.notAFile(folder.path)) { try document("x").write(to: folder.path) }
    #expect(FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func `a file in a folder that is not there cannot be written`() throws {
    let path = folder.appending(path: "missing/trip.txt").path
    let error = #expect(throws: ShareError.self) { try document("x").write(to: path) }
    #expect(error?.kind == .failed)
    #expect(
      error?.description == "cannot write '\(path)': no such file or directory; choose another file"
    )
  }

  private func document(_ text: String) -> ShareDocument {
    ShareDocument(content: Data(text.utf8), mediaType: "text/plain", fileName: "trip.txt")
  }
}
