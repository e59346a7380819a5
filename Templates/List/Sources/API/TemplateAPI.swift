import Foundation
import Mediator
import NetworkInterface
import TemplateInterface

/// Reads items from an address or, without one, from the built-in examples.
///
/// The address receives a `TemplateRange` as query items.
/// It answers with a `TemplateResponse`.
struct TemplateAPI: Sendable {
  let url: String?
  let mediator: Mediator

  /// Returns the items of a range. The address may divide them into several responses.
  func page(
    of range: TemplateRange
  ) async throws -> TemplatePage {
    let responses = try await responses(to: range)
    let last = responses.last
    let items = responses.reduce(into: []) { items, response in
      items += response.items(from: range.offset + items.count)
    }
    guard range.offset == 0 || !items.isEmpty else {
      let count = last?.hasMore == nil ? last?.items.count : nil
      throw TemplateError.pastEnd(offset: range.offset, count: count)
    }
    return TemplatePage(
      items: Array(items.prefix(range.limit)),
      hasMore: last?.hasMore == true || items.count > range.limit)
  }

  private func responses(
    to range: TemplateRange
  ) async throws -> [TemplateResponse] {
    guard let url else {
      let json = Data(TemplateSample.json.utf8)
      return [try TemplateResponse(json, of: "TemplateSample")]
    }
    let list = WebEndpoint<TemplateRange, TemplateResponse>(
      WebService(baseURL: url),
      query: { ["offset": "\($0.offset)", "limit": "\($0.limit)"] },
      limit: 4 << 20,
      decode: {
        try TemplateResponse($0.body, of: "template.url")
      })
    var responses: [TemplateResponse] = []
    for try await response in mediator.pages(of: list, from: range, next: { $0.rest(after: $1) }) {
      responses.append(response)
    }
    return responses
  }
}

/// A part of the list: at most `limit` items after the first `offset`.
struct TemplateRange: Hashable, Sendable {
  let offset: Int
  let limit: Int

  /// The part that a response does not contain; nil if nothing is missing.
  func rest(after response: TemplateResponse) -> TemplateRange? {
    let count = response.items.count
    guard response.hasMore == true, (1..<limit).contains(count), offset <= Int.max - count else {
      return nil
    }
    return TemplateRange(offset: offset + count, limit: limit - count)
  }
}

/// The answer of the address. If it has a `hasMore`, its items begin at the offset of the request;
/// otherwise they are all items.
struct TemplateResponse: Decodable, Sendable {
  let items: [TemplateItem]
  let hasMore: Bool?

  /// The items from an offset of the request on.
  func items(from offset: Int) -> [TemplateItem] {
    hasMore == nil ? Array(items.dropFirst(offset)) : items
  }
}

extension TemplateResponse {
  /// - Throws: `TemplateError.unreadable` with the name of the source.
  init(_ json: Data, of source: String) throws {
    do {
      self = try JSONDecoder().decode(TemplateResponse.self, from: json)
    } catch let error as DecodingError {
      let (field, reason) = error.problem
      throw TemplateError.unreadable(source, field: field, reason: reason)
    }
  }
}
