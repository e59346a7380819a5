import Console
import Foundation
import HeadlineInterface
import Mediator
import ModuleTesting
import NetworkInterface
import Platform
import Testing

@testable import Headline

/// The module with an address whose answer a test controls.
final class HeadlineFixture: Sendable {
  struct HeadlineSource {
    /// The items at the address.
    var items: [HeadlineItem] = []
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

  private let source: Lock<HeadlineSource>
  let harness: ModuleHarness
  var mediator: Mediator { harness.mediator }
  var folder: URL { harness.folder }

  /// - Parameters:
  ///   - address: The address of the items; nil for the built-in examples.
  ///   - sourceLocation: The line at which the harness reports what the module does wrong.
  init(
    _ count: Int = 0, address: String? = HeadlineFixture.address,
    folder: URL? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let source = Lock(HeadlineSource(items: (0..<count).map { .numbered($0) }))
    harness = try await ModuleHarness(
      HeadlineModule.self, folder: folder, now: { source.withLock { $0.time } },
      configuration: ["url": address ?? ""], sourceLocation: sourceLocation)
    try harness.stub(Network.fetch) { request in try source.withLock { try $0.answer(request) } }
    self.source = source
  }

  var now: Date { source.withLock { $0.time } }
  var requests: [FetchRequest] { source.withLock { $0.requests } }
  var requestedURLs: [String] { requests.map(\.url) }

  func change(_ change: @Sendable (inout HeadlineSource) -> Void) {
    source.withLock { change(&$0) }
  }

  func list(
    offset: Int? = nil, limit: Int? = nil, refresh: Bool? = nil
  ) async throws -> HeadlinePage {
    let query = HeadlineQuery(offset: offset, limit: limit, refresh: refresh)
    return try await mediator.perform(Headline.list, query)
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
    try await run(parameters).text(on: Page(columns: columns))
  }
}

extension HeadlineFixture.HeadlineSource {
  fileprivate mutating func answer(_ request: FetchRequest) throws -> FetchResponse {
    requests.append(request)
    if let failure { throw failure }
    if let text { return FetchResponse(status: 200, body: Data(text.utf8)) }
    let fields = URLComponents(string: request.url)?.queryItems ?? []
    let number = { name in fields.first { $0.name == name }?.value.flatMap { Int($0) } ?? 0 }
    let (rest, limit) = (items.dropFirst(number("offset")), min(number("limit"), limit))
    let page = HeadlinePage(
      items: Array(rest.prefix(limit)), hasMore: rest.count > limit)
    return FetchResponse(status: 200, body: try JSONEncoder().encode(page))
  }
}

extension HeadlineItem {
  /// An item that is unique for its number, with `text` in all its fields when it is given.
  static func numbered(_ number: Int, text: String? = nil) -> HeadlineItem {
    HeadlineItem(
      id: "item-\(number)\(text ?? "")", title: text ?? "Title \(number)",
      body: text ?? "Body \(number).")
  }
}
