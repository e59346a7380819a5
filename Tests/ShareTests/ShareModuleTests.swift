import Foundation
import Mediator
import Share
import ShareInterface
import TestSupport
import Testing

@Suite struct ShareModuleTests {
  private let harness: ModuleHarness
  private var mediator: Mediator { harness.mediator }
  private var folder: URL { harness.folder }

  init() async throws { harness = try await ModuleHarness(ShareModule.self) }

  @Test func `an item without a file is shown as it is`() async throws {
    let receipt = try await mediator.perform(
      Share.share, ShareItem(title: "Trip", text: "08:00 西直门"))
    #expect(receipt == ShareReceipt(title: "Trip", text: "08:00 西直门"))
  }

  @Test func `an item with a file is written there, in place of what was there`() async throws {
    let path = folder.appending(path: "trip.txt").path
    for text in ["first and longer", "second"] {
      let receipt = try await mediator.perform(
        Share.share, ShareItem(title: "Trip", text: text, to: path))
      #expect(receipt == ShareReceipt(title: "Trip", text: text, file: path))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "second\n")
  }

  @Test func `nothing to share is refused`() async {
    await #expect(throws: ShareError.emptyText(title: "Trip")) {
      try await mediator.perform(Share.share, ShareItem(title: "Trip", text: ""))
    }
  }

  @Test func `a file needs a name`() async {
    await #expect(throws: ShareError.emptyPath) {
      try await mediator.perform(Share.share, ShareItem(title: "Trip", text: "x", to: ""))
    }
  }

  @Test func `a folder is not overwritten`() async throws {
    await #expect(throws: ShareError.isFolder(folder.path)) {
      try await mediator.perform(
        Share.share, ShareItem(title: "Trip", text: "x", to: folder.path))
    }
    #expect(FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func `a file in a folder that is not there cannot be written`() async throws {
    let path = folder.appending(path: "missing/trip.txt").path
    let error = await #expect(throws: ShareError.self) {
      try await mediator.perform(Share.share, ShareItem(title: "Trip", text: "x", to: path))
    }
    #expect(error?.kind == .failed)
    #expect(
      error?.description == "cannot write '\(path)': no such file or directory; choose another file"
    )
  }
}
