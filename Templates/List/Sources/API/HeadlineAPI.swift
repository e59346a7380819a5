import Foundation
import HeadlineInterface
import Mediator
import NetworkInterface

/// Reads items from an address or, without one, from the built-in examples.
///
/// The address receives a `HeadlineRange` as query items.
/// It answers with a `HeadlineResponse`.
struct HeadlineAPI: Sendable {
  let url: String?
  let mediator: Mediator

  /// Returns the items of a range. The address may divide them into several responses.
  /// - Parameter maximumAge: How old responses from the cache may be.
  func page(
    of range: HeadlineRange, maximumAge: Duration = .zero
  ) async throws -> HeadlinePage {
    let responses = try await responses(to: range, maximumAge: maximumAge)
    let whole = responses.first { $0.hasMore == nil }?.items
    let items = whole?.dropFirst(range.offset) ?? responses.flatMap(\.items)[...]
    guard range.offset == 0 || !items.isEmpty else {
      throw HeadlineError.pastEnd(offset: range.offset, count: whole?.count)
    }
    return HeadlinePage(
      items: Array(items.prefix(range.limit)),
      hasMore: responses.last?.hasMore == true || items.count > range.limit)
  }

  private func responses(
    to range: HeadlineRange, maximumAge: Duration
  ) async throws -> [HeadlineResponse] {
    guard let url else {
      let json = Data(HeadlineSample.json.utf8)
      let decoder = JSONDecoder()
      return [try decoder.decode(HeadlineResponse.self, from: json)]
    }
    let list = WebEndpoint<HeadlineRange, HeadlineResponse>(
      WebServer(baseURL: url),
      query: { ["offset": "\($0.offset)", "limit": "\($0.limit)"] })
    do {
      return try await mediator.pages(of: list, from: range, maximumAge: maximumAge) {
        $0.rest(after: $1)
      }.reduce(into: []) { $0.append($1) }
    } catch NetworkError.notDecodable(let address, let reason) {
      throw HeadlineError.unreadable(address, reason: reason)
    }
  }
}

/// A part of the list: at most `limit` items after the first `offset`.
struct HeadlineRange: Hashable, Sendable {
  let offset: Int
  let limit: Int

  /// The part that a response does not contain; nil if nothing is missing.
  func rest(after response: HeadlineResponse) -> HeadlineRange? {
    let count = response.items.count
    guard response.hasMore == true, (1..<limit).contains(count), offset <= Int.max - count else {
      return nil
    }
    return HeadlineRange(offset: offset + count, limit: limit - count)
  }
}

/// The answer of the address. If it has a `hasMore`, its items begin at the offset of the request;
/// otherwise they are the whole list.
struct HeadlineResponse: Decodable, Sendable {
  let items: [HeadlineItem]
  let hasMore: Bool?
}
