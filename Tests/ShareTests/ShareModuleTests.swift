import Foundation
import Mediator
import ModuleManager
import Share
import ShareInterface
import TestSupport
import Testing

@Suite struct ShareModuleTests {
  private static let trip = ShareItem(title: "Trip", text: "08:00 西直门")

  @Test func `an item is shown as text unless something else is asked for`() async throws {
    let house = try await ShareHouse()
    let receipt = try await house.share(Self.trip)
    #expect(
      receipt
        == ShareReceipt(
          title: "Trip", channel: "text", text: "08:00 西直门\n", file: nil,
          sentence: "08:00 西直门"))
  }

  @Test func `a channel of any module is found, and none by a name that nobody offers`()
    async throws
  {
    let house = try await ShareHouse()
    #expect(try await house.text(of: Self.trip, as: "poster") == "TRIP!")
    let known = ["clipboard", "file", "ics", "link", "mail", "photo", "poster", "text"]
    await #expect(throws: ShareError.unknownChannel("poste", known: known)) {
      try await house.share(Self.trip, as: "poste")
    }
    let alone = try await ShareHouse(beside: [])
    await #expect(throws: ShareError.self) { try await alone.share(Self.trip, as: "poster") }
  }

  @Test func `two channels of one name are an error that tells it`() async throws {
    let house = try await ShareHouse(beside: [Press.self, OtherPress.self])
    let reason = "\(ShareError.duplicateChannel("poster"))"
    await #expect(throws: MediatorError.unavailable(path: "share/share", reason: reason)) {
      try await house.share(Self.trip)
    }
  }

  @Test func `a picture goes into a file, byte for byte, and not on the terminal`() async throws {
    let house = try await ShareHouse()
    let path = house.folder.appending(path: "trip.jpg").path
    let receipt = try await house.share(Self.trip, as: "photo", to: path)
    #expect(receipt.sentence == "'Trip' is in '\(path)'." && receipt.text == nil)
    #expect(try Data(contentsOf: URL(filePath: path)) == Press.photo)
    await #expect(throws: ShareError.needsFile(channel: "photo")) {
      try await house.share(Self.trip, as: "photo")
    }
  }

  @Test func `a file that nobody named is never replaced`() async throws {
    let house = try await ShareHouse()
    let item = ShareItem(title: UUID().uuidString, text: "mine")
    let path = item.fileName("txt")
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try await house.share(item, as: "file").file == path)
    let other = ShareItem(title: item.title, text: "other")
    await #expect(throws: ShareError.fileExists(path)) { try await house.share(other, as: "file") }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine\n")
    try await house.share(other, as: "text", to: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "other\n")
  }

  @Test(arguments: ["text", "clipboard", "mail", "ics", "link"])
  func `an empty item is refused by every channel`(channel: String) async throws {
    let house = try await ShareHouse()
    let error = await #expect(throws: ShareError.self) {
      try await house.share(ShareItem(title: "Trip"), as: channel)
    }
    #expect(error?.kind == .badInput)
    #expect(error?.description.hasPrefix("'Trip' has no ") == true)
  }

  @Test(arguments: [
    ("Trindade → Casa da Música", "Trindade-Casa-da-Música.ics"),
    ("../../etc/passwd", "etc-passwd.ics"),
    ("西直门 → 国贸", "西直门-国贸.ics"), ("\u{1B}[2J", "2J.ics"), ("", "shared.ics"), ("/.", "shared.ics"),
  ])
  func `a title becomes the name of a file in this folder`(title: String, name: String) {
    #expect(ShareItem(title: title).fileName("ics") == name)
  }

  @Test(arguments: [("x", 100), ("西", 66), ("e" + String(repeating: "\u{301}", count: 300), 0)])
  func `a long title becomes a name that a file system takes`(letter: String, count: Int) throws {
    let folder = TemporaryFolder()
    let name = ShareItem(title: String(repeating: letter, count: 300)).fileName("ics")
    #expect(
      name.count == (count == 0 ? "shared" : String(repeating: letter, count: count)).count + 4)
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data().write(to: folder.url.appending(path: name))
  }
}

/// Offers what `Press` does.
private enum OtherPresses: Interface {
  static let print = Action<ShareItem, ShareDocument>(OtherPresses.self, "print")
}

private struct OtherPress: ShareChannelModule {
  static let manifest = Manifest(OtherPresses.self, summary: "", answers: [OtherPresses.print])
  static let channels = [ShareChannel("poster", "", makes: OtherPresses.print)]

  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {
    connection.answer(OtherPresses.print) {
      ShareDocument(content: Data(), fileName: $0.title)
    }
  }
}
