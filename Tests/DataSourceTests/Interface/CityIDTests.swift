import DataSourceInterface
import Foundation
import Testing

@testable import DataSource

struct CityIDTests {
  @Test(arguments: ["porto", "new-york", "a", "7", "a--b", String(repeating: "a", count: 40)])
  func `lower-case letters, digits and inner hyphens make a valid id`(text: String) throws {
    #expect(CityID(text)?.description == text)
    let json = try JSONEncoder().encode([CityID.named(text)])
    #expect(try JSONDecoder().decode([CityID].self, from: json) == [.named(text)])
  }

  @Test(
    arguments: [
      "", "-a", "a-", "a/b", "..", "a.b", "a\0", "北京", "porto!", "- a",
      String(repeating: "a", count: 41),
    ])
  func `other texts are not ids`(text: String) throws {
    #expect(CityID(text) == nil)
    let json = try JSONEncoder().encode([text])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([CityID].self, from: json) }
  }

  @Test(arguments: [
    ("Porto", "porto"), ("NEW-YORK", "new-york"), ("New York", "new-york"),
    ("São  Paulo", "sao-paulo"),
    (" porto ", "porto"), ("porto\n", "porto"),
  ])
  func `a person may type an id in any case, with accents and with spaces`(
    text: String, id: String
  ) throws {
    #expect(CityID(text) == nil && CityID(typed: text)?.description == id)
    let json = try JSONEncoder().encode([text])
    #expect(try JSONDecoder().decode([CityID].self, from: json) == [.named(id)])
  }

  @Test(arguments: [("porto", "Porto"), ("new-york", "New York"), ("line-7a", "Line 7a")])
  func `the title is made from the words of the id`(id: String, title: String) throws {
    #expect(try CityID.named(id).title == title)
  }
}
