import Foundation
import Testing

@testable import Mediator

private enum Places: Interface {
  static let show = Action<Place, Place>(
    Places.self, "show", .reads, .remote, at: "place/:city/:floor<int>?")
  static let hidden = Action<Place, Place>(Places.self, "hidden", at: "hidden/:city")
  static let other = Action<Place, Place>(Places.self, "other", .reads, .remote, at: "place/:name")
  static let local = Action<Place, Place>(Places.self, "local")
  static let visit = Action<Visit, Empty>(Places.self, "visit", .reads, .remote)
}

private struct Place: Codable, Sendable, Equatable {
  var city: String
  var floor: Int?
  var isOpen: Bool?
  var tags: [String]?
}

private struct Visit: Codable, Sendable, Equatable {
  let place: String
  let at: TimeOfDay?
  let by: String?
  let before: Date?
  let length: Double?
}

/// Minutes in JSON, and a text such as 8:00 in URLs.
private struct TimeOfDay: Codable, Sendable, Equatable, ParameterTextConvertible {
  let minutes: Int

  init(minutes: Int) { self.minutes = minutes }

  init(from decoder: any Decoder) throws {
    let parts = try decoder.singleValueContainer().decode(String.self).split(separator: ":")
    minutes = parts.reduce(0) { $0 * 60 + (Int($1) ?? 0) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(minutes)
  }

  var parameterText: String { "\(minutes / 60):\(minutes % 60)" }
}

@Suite struct ActionURLTests {
  let mediator = Mediator()

  @Test func `every URL pattern is listed with its action`() throws {
    try mediator.answer(Places.show) { $0 }
    try mediator.answer(Places.local) { $0 }
    let listed = mediator.urlPatterns.map { "\($0.pattern) \($0.action.path)" }
    #expect(listed == ["place/:city/:floor<int>? places/show", "places/show places/show"])
  }

  @Test func `a URI template has the placeholders in the path, and the other fields in the query`()
    throws
  {
    #expect(
      try Places.show.uriTemplate(scheme: "app") == "app://place/{city}{/floor}{?isOpen,tags*}")
    #expect(
      try Places.visit.uriTemplate(scheme: "app")
        == "app://places/visit{?place,at,by,before,length}")
    #expect(throws: MediatorError.self) { try Places.local.uriTemplate(scheme: "app") }
  }

  @Test func `two actions cannot have the same URLs`() throws {
    try mediator.answer(Places.show, owner: "First/First.swift") { $0 }
    #expect(throws: MediatorError.duplicate(path: "place/:name", owners: ["First", "Second"])) {
      try mediator.answer(Places.other, owner: "Second/Second.swift") { $0 }
    }
    #expect(mediator.urlPatterns.count == 2)
  }

  @Test func `a pattern needs an action that links may call`() {
    let expected = MediatorError.badURLPattern(
      "hidden/:city", reason: "expected 'places/hidden' to read, and to be open to links")
    #expect(throws: expected) { try mediator.answer(Places.hidden) { $0 } }
    #expect(mediator.actions.isEmpty)
  }

  @Test(arguments: [
    (Place(city: "porto"), "app://place/porto"),
    (
      Place(city: "São Bento", floor: -1, isOpen: true, tags: ["a", "b"]),
      "app://place/S%C3%A3o%20Bento/-1?isOpen=true&tags=a&tags=b"
    ),
  ])
  fileprivate func `the URL for an input calls the action with that input`(
    place: Place, url: String
  ) async throws {
    try mediator.answer(Places.show) { $0 }
    #expect(try Places.show.url(for: place, scheme: "app") == url)
    #expect(try Places.show.input(from: url, scheme: "app") == place)
    #expect(try await mediator.perform(url: url, returning: Place.self) == place)
  }

  @Test(
    arguments: [
      (
        Visit(place: "a:b&c", at: TimeOfDay(minutes: 500), by: nil, before: nil, length: nil),
        "place=a:b%26c&at=8:20"
      ),
      (
        Visit(
          place: "b", at: nil, by: "x y", before: Date(timeIntervalSince1970: 60), length: 1.5),
        "place=b&by=x%20y&before=1970-01-01T00:01:00Z&length=1.5"
      ),
      (Visit(place: "c", at: nil, by: "", before: nil, length: 2), "place=c&by=&length=2"),
    ] as [(Visit, String)])
  fileprivate func `a URL has the fields in their declared order, as the text of their types`(
    visit: Visit, query: String
  ) throws {
    let url = "app://places/visit?" + query
    #expect(try Places.visit.url(for: visit, scheme: "app") == url)
    #expect(try Places.visit.input(from: url, scheme: "app") == visit)
  }

  @Test(arguments: [
    "", "places/visit", "app://places/show", "app://places", "tram://places/visit",
  ])
  func `a malformed URL and a URL of another action contain no input`(url: String) throws {
    #expect(try Places.visit.input(from: url, scheme: "app") == nil)
  }

  @Test(arguments: ["app://places/visit", "app://places/visit?place=a&x=1"])
  func `a missing and an unknown parameter are errors`(url: String) {
    #expect(throws: DecodingError.self) { try Places.visit.input(from: url, scheme: "app") }
  }

  @Test func `all but unreserved characters are percent-encoded`() {
    #expect("aZ09-._~ :/?&=+%ã\n".percentEncoded == "aZ09-._~%20%3A%2F%3F%26%3D%2B%25%C3%A3%0A")
  }

  @Test func `a local action has no URL`() {
    #expect(throws: MediatorError.self) {
      try Places.local.url(for: Place(city: "porto"), scheme: "app")
    }
  }
}
