import Console
import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import TemplateInterface
import Testing

@testable import Template

/// The module with an address whose answer a test controls.
final class TemplateFixture: Sendable {
  struct TemplateSource {
    /// The items at the address.
    var items: [TemplateItem] = []
    /// The maximum number of items in an answer.
    var limit = Int.max
    /// A fixed answer in place of the items.
    var text: String?
    /// The error in place of an answer.
    var failure: NetworkError?
    var time = Date(timeIntervalSince1970: 1_795_219_200)
    var requests: [FetchRequest] = []
  }

  static let address = "https://example.org/items?key=a%2Bb"

  private let source: Lock<TemplateSource>
  let harness: ModuleHarness
  var mediator: Mediator { harness.mediator }
  var folder: URL { harness.folder }

  /// - Parameters:
  ///   - address: The address of the items; nil for the built-in examples.
  ///   - sourceLocation: The line at which the harness reports what the module does wrong.
  init(
    _ count: Int = 0, address: String? = TemplateFixture.address,
    folder: URL? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let source = Lock(TemplateSource(items: (0..<count).map { .numbered($0) }))
    harness = try await ModuleHarness(
      TemplateModule.self, folder: folder, now: { source.withLock { $0.time } },
      configuration: ["url": address ?? ""], sourceLocation: sourceLocation)
    try harness.stub(Network.fetch) { request in try source.withLock { try $0.answer(request) } }
    self.source = source
  }

  var now: Date { source.withLock { $0.time } }
  var requests: [FetchRequest] { source.withLock { $0.requests } }
  var requestedURLs: [String] { requests.map(\.url) }

  func change(_ change: @Sendable (inout TemplateSource) -> Void) {
    source.withLock { change(&$0) }
  }

  func list(
    offset: Int? = nil, limit: Int? = nil, refresh: Bool? = nil
  ) async throws -> TemplatePage {
    let query = TemplateQuery(offset: offset, limit: limit, refresh: refresh)
    return try await mediator.perform(Template.list, query)
  }

  /// Runs the command.
  func run(_ parameters: Parameters = [:]) async throws -> CommandResult {
    try await Command.listItems.run(
      Invocation(
        parameters: parameters, mediator: mediator, progress: ProgressReporter { _, _ in },
        arguments: Command.listItems.arguments, now: { self.now }))
  }

  /// Runs the command and returns its text output.
  func text(_ parameters: Parameters = [:], columns: Int = 80) async throws -> String {
    try await run(parameters).text(Page(columns: columns))
  }
}

extension TemplateFixture.TemplateSource {
  fileprivate mutating func answer(_ request: FetchRequest) throws -> FetchResponse {
    requests.append(request)
    if let failure { throw failure }
    if let text { return FetchResponse(status: 200, body: Data(text.utf8)) }
    let fields = URLComponents(string: request.url)?.queryItems ?? []
    let number = { name in fields.first { $0.name == name }?.value.flatMap { Int($0) } ?? 0 }
    let (rest, limit) = (items.dropFirst(number("offset")), min(number("limit"), limit))
    let page = TemplatePage(
      items: Array(rest.prefix(limit)), hasMore: rest.count > limit)
    return FetchResponse(status: 200, body: try JSONEncoder().encode(page))
  }
}

extension TemplateItem {
  /// An item that is unique for its number, with `text` in all its fields when it is given.
  static func numbered(_ number: Int, text: String? = nil) -> TemplateItem {
    TemplateItem(
      id: "item-\(number)\(text ?? "")", title: text ?? "Title \(number)",
      body: text ?? "Body \(number).")
  }
}
