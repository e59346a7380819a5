import Documents
import Foundation
import Testing

struct ListRequestTests {
  @Test(arguments: [
    ("{}", ListRequest(offset: 0, limit: 10, ignoresCache: false)),
    (#"{"offset": 20}"#, ListRequest(offset: 20)), (#"{"limit": 1}"#, ListRequest(limit: 1)),
    (#"{"refresh": true}"#, ListRequest(ignoresCache: true)),
    (#"{"offset": null, "limit": null, "refresh": null}"#, ListRequest()),
    (
      #"{"offset": 3, "limit": 4, "refresh": true}"#,
      ListRequest(offset: 3, limit: 4, ignoresCache: true)
    ),
  ])
  func `a field that is missing has its default`(json: String, request: ListRequest) throws {
    #expect(try JSONDecoder().decode(ListRequest.self, from: Data(json.utf8)) == request)
    let encoded = try JSONEncoder().encode(request)
    #expect(try JSONDecoder().decode(ListRequest.self, from: encoded) == request)
  }

  @Test(arguments: [
    (#"{"offset": -1}"#, "offset", "expected 0 or more"),
    (#"{"limit": 0}"#, "limit", "expected 1 or more"),
    (#"{"limit": -1}"#, "limit", "expected 1 or more"),
    (#"{"offset": -1, "limit": 0}"#, "offset", "expected 0 or more"),
  ])
  func `a field that is out of range is an error`(
    json: String, field: String, reason: String
  ) throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ListRequest.self, from: Data(json.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == [field])
    #expect(context.debugDescription == reason)
  }

  @Test func `a request that code creates is limited to what is possible`() {
    #expect(ListRequest(offset: -1, limit: 0) == ListRequest(offset: 0, limit: 1))
    #expect(ListRequest(offset: .min, limit: .min) == ListRequest(offset: 0, limit: 1))
  }

  @Test(arguments: [
    (0, 5, [0, 1, 2, 3, 4], false), (0, 4, [0, 1, 2, 3], true), (0, 6, [0, 1, 2, 3, 4], false),
    (3, 1, [3], true), (4, 1, [4], false), (5, 1, [], false), (6, 1, [], false),
    (.max, .max, [], false), (0, .max, [0, 1, 2, 3, 4], false),
  ])
  func `a part of a whole list ends where the list ends`(
    offset: Int, limit: Int, items: [Int], hasMore: Bool
  ) {
    let page = ListRequest(offset: offset, limit: limit).page(of: Array(0..<5))
    #expect(page == ListPage(items, hasMore: hasMore))
  }
}
