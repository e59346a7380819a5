import Foundation
import Mediator
import ModuleManager
import Share
import ShareInterface
import TestSupport
import Testing

/// The share module beside one that offers channels of its own.
final class ShareHouse: Sendable {
  static let now = Date(timeIntervalSince1970: 1_795_219_200)

  let mediator = Mediator()
  private let manager: ModuleManager
  private let temporary = TemporaryFolder()
  var folder: URL { temporary.url }

  init(beside others: [any Module.Type] = [Press.self]) async throws {
    manager = try ModuleManager(
      [ShareModule.self] + others, mediator: mediator, clock: ManualClock()
    ) { [mediator, temporary] _ in
      ModuleContext(mediator: mediator, folder: temporary.url, now: { Self.now })
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await manager.open()
  }

  @discardableResult
  func share(
    _ item: ShareItem, as channel: String? = nil, to file: String? = nil
  ) async throws -> ShareReceipt {
    try await mediator.perform(Share.share, ShareRequest(item, as: channel, to: file))
  }

  /// What a channel makes of an item.
  func text(of item: ShareItem, as channel: String) async throws -> String {
    try #require(try await share(item, as: channel).text)
  }
}

/// A module that Share has never heard of.
enum Presses: Interface {
  static let print = Action<ShareItem, ShareDocument>(Presses.self, "print")
  static let photograph = Action<ShareItem, ShareDocument>(Presses.self, "photograph")
}

struct Press: ShareChannelModule {
  static let manifest = Manifest(
    Presses.self, summary: "prints", answers: [Presses.print, Presses.photograph])
  static let channels = [
    ShareChannel("poster", "a poster", makes: Presses.print),
    ShareChannel("photo", "a picture", makes: Presses.photograph),
  ]
  static let photo = Data([0xFF, 0xD8, 0xFF, 0x0A])

  init(context: ModuleContext) {}

  func connect(_ connection: Connection) {
    connection.answer(Presses.print) {
      let poster = "\($0.title.uppercased())!"
      return ShareDocument(
        content: Data(poster.utf8), fileName: $0.fileName("txt"))
    }
    connection.answer(Presses.photograph) {
      ShareDocument(content: Self.photo, fileName: $0.fileName("jpg"))
    }
  }
}
