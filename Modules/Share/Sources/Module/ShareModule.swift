import Console
import Documents
import Foundation
import Mediator
public import ModuleManager
import ShareInterface

/// Shares text, links and events through the channels of all modules.
public struct ShareModule: Module {
  public static let manifest = Manifest(
    Share.self, summary: "Shares text, files and links through channels",
    answers: [
      Share.share, Share.channels, Share.text, Share.clipboard, Share.mail, Share.calendar,
      Share.link,
    ])

  public static let contributions = Contributions(channels)

  /// The channels `text`, `file`, `clipboard`, `mail`, `ics` and `link`.
  static let channels = [
    ShareChannel(textChannel, action: Share.text),
    ShareChannel(fileChannel, action: Share.text),
    ShareChannel(Share.clipboardChannel, action: Share.clipboard),
    ShareChannel("mail", action: Share.mail), ShareChannel("ics", action: Share.calendar),
    ShareChannel("link", action: Share.link),
  ]
  private static let textChannel = "text"
  private static let fileChannel = "file"

  private let mediator: Mediator
  private let now: @Sendable () -> Date
  private let channels: [ShareChannel]

  /// Creates the module with the channels of all modules of the host.
  /// - Throws: `ShareError.duplicateChannel` when two channels have the same name.
  public init(context: ModuleContext) throws {
    mediator = context.mediator
    now = context.now
    channels = context.modules.flatMap { $0.contributions(of: ShareChannel.self) }
      .sorted { $0.name < $1.name }
    for (channel, next) in zip(channels, channels.dropFirst()) where channel.name == next.name {
      throw ShareError.duplicateChannel(channel.name)
    }
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Share.share) { [self] in try await share($0) }
    registrar.answer(Share.channels) { [channels] _ in channels.map(\.name) }
    registrar.answer(Share.text) { try $0.textDocument }
    registrar.answer(Share.clipboard) { try $0.clipboardDocument }
    registrar.answer(Share.mail) { try $0.mailDocument }
    registrar.answer(Share.calendar) { [now] in try $0.calendarDocument(createdAt: now()) }
    registrar.answer(Share.link) { try $0.linkDocument }
  }

  private func share(_ request: ShareRequest) async throws -> ShareReceipt {
    let (item, name) = (request.item, request.channel ?? Self.textChannel)
    guard let channel = channels.first(where: { $0.name == name }) else {
      throw ShareError.unknownChannel(name, known: channels.map(\.name))
    }
    let document = try await mediator.perform(
      channel.action, item, caller: channel.caller)
    let file = request.file.map { NamedFile($0) }
    if let file, file.isFolder {
      let path = URL(filePath: file.path).appending(path: document.fileName).relativePath
      let written = try NamedFile(path).createUnderFreeName(document.fileContent)
      return ShareReceipt(item, through: name, writtenTo: written.path)
    }
    if let file, !file.isStandardStream {
      try file.write(document.fileContent)
      return ShareReceipt(item, through: name, writtenTo: file.path)
    }
    guard name != Self.fileChannel || file != nil else {
      do {
        try NamedFile(document.fileName).create(document.fileContent)
      } catch NamedFileError.exists(let path) {
        throw ShareError.fileExists(path)
      }
      return ShareReceipt(item, through: name, writtenTo: document.fileName)
    }
    return try ShareReceipt(item, through: name, showing: document)
  }
}

extension ShareDocument {
  fileprivate var fileContent: FileContent {
    String(validating: content, as: UTF8.self).map(FileContent.text) ?? .bytes(content)
  }
}

extension ShareReceipt {
  /// Creates the receipt for an item that was written to a file.
  fileprivate init(_ item: ShareItem, through channel: String, writtenTo file: String) {
    self.init(
      title: item.title, channel: channel, text: nil, file: file,
      sentence: "Saved '\(item.title)' to '\(file)'.".printable)
  }

  /// Creates the receipt for an item that is shown.
  /// - Throws: `ShareError.needsFile` when the document is not text.
  fileprivate init(
    _ item: ShareItem, through channel: String, showing document: ShareDocument
  ) throws(ShareError) {
    guard let text = String(validating: document.content, as: UTF8.self) else {
      throw .needsFile(channel: channel)
    }
    // The caller ends the sentence with LF. A calendar ends with CR LF, which is one character and
    // kept.
    let line = text.last == "\n" ? String(text.dropLast()) : text
    self.init(
      title: item.title, channel: channel, text: text, file: nil,
      sentence: document.note ?? line)
  }
}
