import DataSourceInterface
import Foundation
import Mediator
import NetworkInterface
import NewsInterface

/// Reads items from an address. Without one, there are only samples for the built-in city.
///
/// The address receives `offset` and `limit` as query items and answers with a JSON object. When
/// the object has a `hasMore`, its `items` begin at `offset`; otherwise they are all items.
struct NewsAPI: Sendable {
  /// The maximum number of bytes of an answer.
  private static let sizeLimit = 4 << 20

  let url: String?
  let mediator: Mediator

  func page(from offset: Int, limit: Int) async throws -> NewsPage {
    let response = try await response(from: offset, limit: limit)
    let count = response.hasMore == nil ? response.items.count : nil
    let rest = response.items.dropFirst(count == nil ? 0 : offset)
    guard offset == 0 || !rest.isEmpty else {
      throw NewsError.pastEnd(offset: offset, count: count)
    }
    return NewsPage(
      items: Array(rest.prefix(limit)), hasMore: response.hasMore == true || rest.count > limit)
  }

  private struct NewsResponse: Decodable {
    let items: [NewsItem]
    let hasMore: Bool?
  }

  private func response(
    from offset: Int, limit: Int
  ) async throws -> NewsResponse {
    var json = Data(NewsSample.json.utf8)
    if let url {
      let request = FetchRequest(
        url: url.appendingQuery([("offset", offset), ("limit", limit)]), limit: Self.sizeLimit)
      json = try await mediator.perform(Network.fetch, request).body
    } else if try await !isBuiltInCity {
      return NewsResponse(items: [], hasMore: nil)
    }
    do {
      return try JSONDecoder().decode(NewsResponse.self, from: json)
    } catch let error as DecodingError {
      let (field, reason) = error.problem
      throw NewsError.unreadable(
        url == nil ? "NewsSample" : "news.url",
        field: field, reason: reason)
    }
  }

  /// Whether the current city is the built-in one, as it is if no module answers `DataSource`.
  private var isBuiltInCity: Bool {
    get async throws {
      do {
        return try await mediator.perform(DataSource.city, CityQuery()).isBuiltIn
      } catch is MediatorError {
        return true
      }
    }
  }
}

extension String {
  /// The address with more query items. Text that is not an address is returned unchanged, since
  /// Network rejects it with a reason.
  fileprivate func appendingQuery(_ fields: [(name: String, value: Int)]) -> String {
    guard var parts = URLComponents(string: self), parts.host?.isEmpty == false else { return self }
    let items = fields.map { URLQueryItem(name: $0.name, value: "\($0.value)") }
    parts.percentEncodedQueryItems = (parts.percentEncodedQueryItems ?? []) + items
    return parts.string ?? self
  }
}
