import Foundation
import Mediator
import NetworkInterface
import NewsInterface

/// Asks for items: at an address, or in the sample where there is none.
///
/// The address is asked with `offset` and `limit` in its query, and answers with a JSON object. Its
/// `items` are those asked for when there is a `hasMore` beside them, and else all there are.
struct NewsAPI: Sendable {
  /// How many bytes an answer may have.
  private static let sizeLimit = 4 << 20

  let url: String?
  let mediator: Mediator

  func page(from offset: Int, limit: Int) async throws -> NewsPage {
    let answer = try await answer(from: offset, limit: limit)
    let rest = answer.items.dropFirst(answer.hasMore == nil ? offset : 0)
    return NewsPage(
      items: Array(rest.prefix(limit)), hasMore: answer.hasMore == true || rest.count > limit)
  }

  private struct Answer: Decodable {
    let items: [NewsItem]
    let hasMore: Bool?
  }

  private func answer(from offset: Int, limit: Int) async throws -> Answer {
    var json = Data(NewsSample.json.utf8)
    if let url {
      let request = FetchRequest(
        url: url.asking([("offset", offset), ("limit", limit)]), limit: Self.sizeLimit)
      json = try await mediator.perform(Network.fetch, request).body
    }
    do {
      return try JSONDecoder().decode(Answer.self, from: json)
    } catch let error as DecodingError {
      let (field, reason) = error.problem
      throw NewsError.unreadable(
        url == nil ? "NewsSample" : "news.url",
        field: field, reason: reason)
    }
  }
}

extension String {
  /// The address with more in its query; what is none stays as it is, for Network to refuse.
  fileprivate func asking(_ fields: [(name: String, value: Int)]) -> String {
    guard var parts = URLComponents(string: self), parts.host?.isEmpty == false else { return self }
    let items = fields.map { URLQueryItem(name: $0.name, value: "\($0.value)") }
    parts.percentEncodedQueryItems = (parts.percentEncodedQueryItems ?? []) + items
    return parts.string ?? self
  }
}
