import Console
import Foundation
import Mediator
public import ModuleManager
public import ShareInterface

/// Shares text, links, tables and events through the channels of all modules.
public struct ShareModule: ShareChannelModule {
  /// What the module is, needs and offers.
  public static let manifest = Manifest(
    Share.self, summary: "shares through the channels that modules offer",
    answers: [
      Share.share, Share.text, Share.clipboard, Share.mail, Share.calendar, Share.link,
    ])

  /// `text`, `file`, `clipboard`, `mail`, `ics` and `link`.
  public static let channels = [
    ShareChannel("text", "plain text", makes: Share.text),
    ShareChannel(fileChannel, "plain text, in a file named for the title", makes: Share.text),
    ShareChannel("clipboard", "the terminal's clipboard (OSC 52)", makes: Share.clipboard),
    ShareChannel("mail", "a 'mailto:' address to open", makes: Share.mail),
    ShareChannel("ics", "a calendar file", makes: Share.calendar),
    ShareChannel("link", "a link that opens it here", makes: Share.link),
  ]
  private static let fileChannel = "file"

  private let mediator: Mediator
  private let now: @Sendable () -> Date
  private let channels: [ShareChannel]

  /// Creates the module with every channel of the host.
  /// - Throws: `ShareError.duplicateChannel` when two have one name.
  public init(context: ModuleContext) throws {
    mediator = context.mediator
    now = context.now
    channels = context.modules.compactMap { $0 as? any ShareChannelModule.Type }
      .flatMap { $0.channels }.sorted { $0.name < $1.name }
    for (channel, next) in zip(channels, channels.dropFirst()) where channel.name == next.name {
      throw ShareError.duplicateChannel(channel.name)
    }
  }

  /// Binds the actions of the manifest.
  public func connect(_ connection: Connection) {
    connection.answer(Share.share) { [self] in try await share($0) }
    connection.answer(Share.text) { try $0.textDocument }
    connection.answer(Share.clipboard) { try $0.clipboardDocument }
    connection.answer(Share.mail) { try $0.mailDocument }
    connection.answer(Share.calendar) { [now] in try $0.calendarDocument(madeAt: now()) }
    connection.answer(Share.link) { try $0.linkDocument }
  }

  private func share(_ request: ShareRequest) async throws -> ShareReceipt {
    let (item, name) = (request.item, request.channel ?? "text")
    guard let channel = channels.first(where: { $0.name == name }) else {
      throw ShareError.unknownChannel(name, known: channels.map(\.name))
    }
    let document = try await mediator.perform(channel.makes, item)
    if let file = request.file {
      try NamedFile(file).write(document.content)
      return ShareReceipt(item, through: name, in: file)
    }
    guard name != Self.fileChannel else {
      guard !FileManager.default.fileExists(atPath: document.fileName) else {
        throw ShareError.fileExists(document.fileName)
      }
      try NamedFile(document.fileName).write(document.content)
      return ShareReceipt(item, through: name, in: document.fileName)
    }
    return try ShareReceipt(item, through: name, showing: document)
  }
}
