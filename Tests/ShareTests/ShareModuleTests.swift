import Foundation
import Mediator
import ModuleManager
import ModuleTesting
@testable import Share
import ShareInterface
import Testing

@Suite struct ShareModuleTests {
  private static let trip = ShareItem(title: "Trip", text: "08:00 西直门")

  @Test func `an item is shown as text when no channel is named`() async throws {
    let fixture = try await ShareFixture()
    let receipt = try await fixture.share(Self.trip)
    #expect(
      receipt
        == ShareReceipt(
          title: "Trip", channel: "text", text: "08:00 西直门\n", file: nil,
          sentence: "08:00 西直门"))
  }

  @Test func `channels of all modules are found, and an unknown name throws`()
    async throws
  {
    let fixture = try await ShareFixture()
    #expect(try await fixture.text(of: Self.trip, as: "poster") == "TRIP!")
    let known = ["clipboard", "file", "ics", "link", "mail", "photo", "poster", "text"]
    #expect(try await fixture.channels == known)
    await #expect(throws: ShareError.unknownChannel("poste", known: known)) {
      try await fixture.share(Self.trip, as: "poste")
    }
    let alone = try await ShareFixture(with: [])
    await #expect(throws: ShareError.self) { try await alone.share(Self.trip, as: "poster") }
  }

  @Test func `the error names a channel that two modules offer`() async throws {
    let fixture = try await ShareFixture(with: [PrintingModule.self, OtherPrintingModule.self])
    let reason = "\(ShareError.duplicateChannel("poster"))"
    await #expect(throws: MediatorError.unavailable(path: "share/share", reason: reason)) {
      try await fixture.share(Self.trip)
    }
  }

  @Test func `an image is written to a file and not shown on the terminal`() async throws {
    let fixture = try await ShareFixture()
    let path = fixture.folder.appending(path: "trip.jpg").path
    let receipt = try await fixture.share(Self.trip, as: "photo", to: path)
    #expect(receipt.sentence == "Saved 'Trip' to '\(path)'." && receipt.text == nil)
    #expect(try Data(contentsOf: URL(filePath: path)) == PrintingModule.photo)
    await #expect(throws: ShareError.needsFile(channel: "photo")) {
      try await fixture.share(Self.trip, as: "photo")
    }
  }

  @Test func `a file is replaced only when the request names it`() async throws {
    let fixture = try await ShareFixture()
    let item = ShareItem(title: UUID().uuidString, text: "first")
    let path = item.fileName("txt")
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try await fixture.share(item, as: "file").file == path)
    let other = ShareItem(title: item.title, text: "other")
    await #expect(throws: ShareError.fileExists(path)) {
      try await fixture.share(other, as: "file")
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "first\n")
    try await fixture.share(other, as: "text", to: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "other\n")
  }

  @Test(arguments: ["text", "clipboard", "mail", "ics", "link"])
  func `an empty item is refused by every channel`(channel: String) async throws {
    let fixture = try await ShareFixture()
    let error = await #expect(throws: ShareError.self) {
      try await fixture.share(ShareItem(title: "Trip"), as: channel)
    }
    #expect(error?.kind == .badInput)
    #expect(error?.description.hasPrefix("'Trip' has no ") == true)
  }

  @Test(arguments: [
    ("Trindade → Casa da Música", "Trindade-Casa-da-Música.ics"),
    ("../../etc/passwd", "etc-passwd.ics"),
    ("西直门 → 国贸", "西直门-国贸.ics"), ("\u{1B}[2J", "2J.ics"), ("", "untitled.ics"),
    ("/.", "untitled.ics"),
  ])
  func `a title becomes the name of a file in the current folder`(title: String, name: String) {
    #expect(ShareItem(title: title).fileName("ics") == name)
  }

  @Test(arguments: [("x", 100), ("西", 66), ("e" + String(repeating: "\u{301}", count: 300), 0)])
  func `a long title becomes a name that a file system accepts`(letter: String, count: Int) throws {
    let folder = TemporaryFolder()
    let name = ShareItem(title: String(repeating: letter, count: 300)).fileName("ics")
    #expect(
      name.count == (count == 0 ? "untitled" : String(repeating: letter, count: count)).count + 4)
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data().write(to: folder.url.appending(path: name))
  }
}

/// An interface with the same channel name as `Printing`.
private enum OtherPrinting: Interface {
  static let print = Action<ShareItem, ShareDocument>(OtherPrinting.self, "print")
}

private struct OtherPrintingModule: Module {
  static let manifest = Manifest(OtherPrinting.self, summary: "", answers: [OtherPrinting.print])
  static let contributions = Contributions([
    ShareChannel("poster", action: OtherPrinting.print)
  ])

  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {
    registrar.answer(OtherPrinting.print) {
      ShareDocument(content: Data(), fileName: $0.title)
    }
  }
}
