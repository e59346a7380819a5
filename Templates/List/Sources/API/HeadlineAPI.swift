import Documents
import Foundation
import HeadlineInterface
import Mediator
import ModuleManager
import NetworkInterface
import Scenes

/// Reads items from an address or, without one, from the built-in examples.
///
/// The address receives `offset` and `limit` as query items.
/// It answers with a `HeadlineResponse`.
struct HeadlineAPI: Sendable {
  /// How old the answers may be that Network has stored.
  private static let maximumAge = Duration.seconds(300)

  let url: String
  let context: ModuleContext

  /// Returns the requested items. The address may divide them into several answers.
  func page(_ request: ListRequest) async throws -> ListPage<HeadlineItem> {
    guard !url.isEmpty else { return request.page(of: try HeadlineSample.items) }
    let list = WebEndpoint<ListRequest, HeadlineResponse>(
      .init(baseURL: url), query: { ["offset": $0.offset, "limit": $0.limit] })
    let answers = context.mediator.pages(
      of: list, from: request, maximumAge: request.ignoresCache ? .zero : Self.maximumAge
    ) { $0.rest(after: $1) }
    var items = LossyArray<HeadlineItem>()
    var hasMore = false
    for try await answer in answers {
      // Without `hasMore`, the answer is the whole list.
      guard let more = answer.hasMore else { return request.page(of: answer.items) }
      items.append(answer.items)
      hasMore = more
    }
    return request.page(from: items, hasMore: hasMore)
  }
}

extension ListRequest {
  /// The part that an answer does not contain; nil if nothing is missing.
  fileprivate func rest(after answer: HeadlineResponse) -> ListRequest? {
    let count = answer.items.count
    guard answer.hasMore == true, (1..<limit).contains(count), offset <= Int.max - count else {
      return nil
    }
    return ListRequest(offset: offset + count, limit: limit - count, ignoresCache: ignoresCache)
  }
}

/// The answer of the address. If it has a `hasMore`, its items begin at the offset of the request;
/// otherwise they are the whole list. Items that do not fit are left out, unless none fits.
struct HeadlineResponse: Decodable, Sendable {
  let items: LossyArray<HeadlineItem>
  let hasMore: Bool?
}
