import Foundation
import Mediator
import ModuleManager
import ModuleTesting
@testable import Share
import ShareInterface
import Testing

/// Runs the share module together with modules that offer channels.
final class ShareFixture: Sendable {
  static let now = Date(timeIntervalSince1970: 1_795_219_200)

  private let harness: ModuleHarness
  var folder: URL { harness.folder }

  init(with others: [any Module.Type] = [PrintingModule.self]) async throws {
    harness = try await ModuleHarness(
      ShareModule.self, others: others.map { ModuleDescriptor($0) }, now: { Self.now })
  }

  var channels: [String] {
    get async throws { try await harness.mediator.perform(Share.channels) }
  }

  @discardableResult
  func share(
    _ item: ShareItem, as channel: String? = nil, to file: String? = nil
  ) async throws -> ShareReceipt {
    try await harness.mediator.perform(Share.share, ShareRequest(item, as: channel, to: file))
  }

  /// The text that a channel makes of an item.
  func text(of item: ShareItem, as channel: String) async throws -> String {
    try #require(try await share(item, as: channel).text)
  }
}

/// The interface of a module that Share does not know.
enum Printing: Interface {
  static let print = Action<ShareItem, ShareDocument>(Printing.self, "print")
  static let photograph = Action<ShareItem, ShareDocument>(Printing.self, "photograph")
}

struct PrintingModule: Module {
  static let manifest = Manifest(
    Printing.self, summary: "prints", answers: [Printing.print, Printing.photograph])
  static let contributions = Contributions(channels)
  static let channels = [
    ShareChannel("poster", action: Printing.print),
    ShareChannel("photo", action: Printing.photograph),
  ]
  static let photo = Data([0xFF, 0xD8, 0xFF, 0x0A])

  init(context: ModuleContext) {}

  func register(with registrar: Registrar) {
    registrar.answer(Printing.print) {
      let poster = "\($0.title.uppercased())!"
      return ShareDocument(
        content: Data(poster.utf8), fileName: $0.fileName("txt"))
    }
    registrar.answer(Printing.photograph) {
      ShareDocument(content: Self.photo, fileName: $0.fileName("jpg"))
    }
  }
}
