import Foundation
import Mediator
import Testing

@testable import Documents

private struct Product: Codable, Equatable, Sendable {
  let name: String
  let price: Int
}

struct LossyArrayTests {
  private static let tea = Product(name: "Tea", price: 3)
  private static let answer = #"""
    [{"name": "Tea", "price": 3}, {"name": "Bed"}, {"name": 7, "price": 3}, 9]
    """#

  private func read(_ json: String) throws -> LossyArray<Product> {
    try JSON.decode(LossyArray<Product>.self, from: Data(json.utf8))
  }

  @Test func `elements that do not fit are left out, and named as rows`() throws {
    var rows = try read(#"[{"name": "Tea", "price": 3}]"#)
    rows.append(try read(Self.answer))
    #expect(rows.elements == [Self.tea, Self.tea] && rows.count == 5)
    let problems = rows.problems(after: 10)
    #expect(problems.count == 3)
    #expect(
      problems.prefix(2) == [
        "row 13: 'price': a value is missing", "row 14: 'name': expected a text",
      ])
    #expect(problems.last?.hasPrefix("row 15: expected an object") == true)
  }

  @Test(arguments: ["{}", "7", "null"])
  func `a value that is no array is an error`(json: String) {
    #expect(throws: DecodingError.self) { try read(json) }
  }

  @Test func `the first error is thrown if no element fits`() throws {
    let error = try #require(
      #expect(throws: DecodingError.self) { try read(#"[{"name": "Bed"}, 9]"#) })
    #expect(error.problem.field == "[0].price")
    #expect(try read("[]").elements == [])
  }

  @Test func `a page says which rows of its list are left out`() throws {
    let rows = try read(Self.answer)
    #expect(ListRequest(offset: 0, limit: 5).page(of: rows).problems == rows.problems(after: 0))
    let page = ListRequest(offset: 20, limit: 5).page(from: rows, hasMore: true)
    #expect(page.items == [Self.tea] && page.hasMore)
    #expect(page.problems.first == "row 22: 'price': a value is missing")
    #expect(page.map { $0.name }.problems == page.problems)
    let last = ListRequest(offset: .max).page(from: rows, hasMore: false)
    #expect(last.problems.first == "'price': a value is missing")
  }
}
