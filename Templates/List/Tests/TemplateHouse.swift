import Console
import Foundation
import Mediator
import NetworkInterface
import TemplateInterface
import TestSupport

@testable import Template

/// The module at work beside an address whose items a test changes.
final class TemplateHouse: Sendable {
  struct Source {
    /// What the address lists.
    var items: [TemplateItem] = []
    /// What it answers whatever it is asked, in place of its items.
    var text: String?
    /// Why it does not answer.
    var failure: NetworkError?
    var time = Date(timeIntervalSince1970: 1_795_219_200)
    /// The addresses asked so far.
    var asked: [String] = []
  }

  static let address = "https://example.org/items?key=a%2Bb"

  private let source: Lock<Source>
  private let harness: ModuleHarness
  var mediator: Mediator { harness.mediator }
  var folder: URL { harness.folder }

  /// - Parameter address: Where the items come from; nil for the sample.
  init(
    _ count: Int = 0, address: String? = TemplateHouse.address, folder: URL? = nil
  ) async throws {
    let source = Lock(Source(items: (0..<count).map { .numbered($0) }))
    harness = try await ModuleHarness(
      TemplateModule.self, folder: folder, now: { source.withLock { $0.time } },
      configuration: ["url": address ?? ""])
    try harness.stub(Network.fetch) { request in try source.withLock { try $0.answer(request) } }
    self.source = source
  }

  /// The addresses asked so far.
  var asked: [String] { source.withLock { $0.asked } }

  func change(_ change: @Sendable (inout Source) -> Void) {
    source.withLock { change(&$0) }
  }

  func list(
    offset: Int? = nil, limit: Int? = nil, refresh: Bool? = nil
  ) async throws -> TemplatePage {
    let query = TemplateQuery(offset: offset, limit: limit, refresh: refresh)
    return try await mediator.perform(Template.list, query)
  }

  /// What the command answers.
  func answer(_ parameters: Parameters = [:]) async throws -> Answer {
    try await Command.listItems.run(
      Invocation(
        parameters: parameters, mediator: mediator, progress: ProgressReporter { _, _ in },
        arguments: Command.listItems.arguments))
  }

  /// What a person reads who runs the command.
  func text(_ parameters: Parameters = [:], columns: Int = 80) async throws -> String {
    try await answer(parameters).text(Page(columns: columns))
  }
}

extension TemplateHouse.Source {
  fileprivate mutating func answer(_ request: FetchRequest) throws -> FetchResponse {
    asked.append(request.url)
    if let failure { throw failure }
    if let text { return FetchResponse(status: 200, body: Data(text.utf8)) }
    let fields = URLComponents(string: request.url)?.queryItems ?? []
    let number = { name in fields.first { $0.name == name }?.value.flatMap { Int($0) } ?? 0 }
    let rest = items.dropFirst(number("offset"))
    let page = TemplatePage(
      items: Array(rest.prefix(number("limit"))), hasMore: rest.count > number("limit"))
    return FetchResponse(status: 200, body: try JSONEncoder().encode(page))
  }
}

extension TemplateItem {
  /// An item that differs from that of every other number, with `text` wherever it has text.
  static func numbered(_ number: Int, text: String? = nil) -> TemplateItem {
    TemplateItem(
      id: "item-\(number)\(text ?? "")", title: text ?? "Title \(number)",
      body: text ?? "Body \(number).")
  }
}
