import Console
import DataSourceFixture
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import NetworkInterface
import NewsInterface
import Platform
import Testing

@testable import News

/// The module with an address whose answer a test controls.
final class NewsFixture: Sendable {
  struct NewsSource {
    /// The items at the address.
    var items: [NewsItem] = []
    /// The maximum number of items in an answer.
    var limit = Int.max
    /// How the address treats the query item `urgent`.
    var urgentParameter = UrgentParameter.known
    /// A fixed answer in place of the items.
    var text: String?
    /// The error in place of an answer.
    var failure: NetworkError?
    var time = Date(timeIntervalSince1970: 1_795_219_200)
    var requests: [FetchRequest] = []
  }

  enum UrgentParameter { case known, ignored, rejected, failing }

  static let address = "https://example.org/items?key=a%2Bb"

  private let source: Lock<NewsSource>
  let harness: ModuleHarness
  var mediator: Mediator { harness.mediator }
  var folder: URL { harness.folder }

  /// - Parameters:
  ///   - address: The address of the items; nil for the samples of the built-in city.
  ///   - city: The current city.
  ///   - sourceLocation: The line at which the harness reports what the module does wrong.
  init(
    _ count: Int = 0, address: String? = NewsFixture.address,
    folder: URL? = nil, city: CityID = .builtIn, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let source = Lock(NewsSource(items: (0..<count).map { .numbered($0) }))
    harness = try await ModuleHarness(
      NewsModule.self, folder: folder, now: { source.withLock { $0.time } },
      configuration: ["url": address ?? ""], sourceLocation: sourceLocation)
    try harness.stub(DataSource.city) { _ in .sample(city) }
    try harness.stub(DataSource.current) { _ in city }
    try harness.stub(DataSource.liveSources) { _ in [] }
    try harness.stub(Network.fetch) { request in try source.withLock { try $0.answer(request) } }
    self.source = source
  }

  var now: Date { source.withLock { $0.time } }
  var requests: [FetchRequest] { source.withLock { $0.requests } }
  var requestedURLs: [String] { requests.map(\.url) }

  func change(_ change: @Sendable (inout NewsSource) -> Void) {
    source.withLock { change(&$0) }
  }

  func list(
    offset: Int? = nil, limit: Int? = nil, refresh: Bool? = nil, urgent: Bool? = nil
  ) async throws -> NewsPage {
    let query = NewsQuery(offset: offset, limit: limit, refresh: refresh, urgent: urgent)
    return try await mediator.perform(News.list, query)
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

extension NewsFixture.NewsSource {
  fileprivate mutating func answer(_ request: FetchRequest) throws -> FetchResponse {
    requests.append(request)
    if let failure { throw failure }
    if let text { return FetchResponse(status: 200, body: Data(text.utf8)) }
    let fields = URLComponents(string: request.url)?.queryItems ?? []
    let number = { name in fields.first { $0.name == name }?.value.flatMap { Int($0) } ?? 0 }
    let (limit, isUrgent) = (min(number("limit"), limit), fields.contains { $0.name == "urgent" })
    switch urgentParameter {
    case .rejected where isUrgent: throw NetworkError.status(400, request.url)
    case .failing where isUrgent: throw NetworkError.status(500, request.url)
    case .known, .ignored, .rejected, .failing: break
    }
    let found = items.filter { !isUrgent || urgentParameter == .ignored || $0.isUrgent == true }
    let rest = found.dropFirst(number("offset"))
    let page = NewsPage(items: Array(rest.prefix(limit)), hasMore: rest.count > limit)
    return FetchResponse(status: 200, body: try JSONEncoder().encode(page))
  }
}

extension NewsItem {
  /// An item that is unique for its number, with `text` in all its fields when it is given.
  static func numbered(_ number: Int, text: String? = nil) -> NewsItem {
    NewsItem(
      id: "item-\(number)\(text ?? "")", title: text ?? "Title \(number)",
      body: text ?? "Body \(number).")
  }

  /// A notice that everybody should read at once.
  static func urgent(_ number: Int) -> NewsItem {
    NewsItem(
      id: "urgent-\(number)", title: "Urgent \(number)", body: "", line: "D", isUrgent: true)
  }
}
