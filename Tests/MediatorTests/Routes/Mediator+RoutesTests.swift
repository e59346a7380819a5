import Mediator
import Testing

private enum Places: Interface {
  static let show = Action<Place, Place>(
    Places.self, "show", .remote, at: "place/:city/:floor<int>?")
  static let hidden = Action<Place, Place>(Places.self, "hidden", at: "hidden/:city")
  static let other = Action<Place, Place>(Places.self, "other", .remote, at: "place/:name")
  static let local = Action<Place, Place>(Places.self, "local")
}

private struct Place: Codable, Sendable, Equatable {
  var city: String
  var floor: Int?
  var tags: [String]?
  var isOpen: Bool?
}

@Suite struct MediatorRoutesTests {
  let mediator = Mediator()

  @Test func `every route can be listed with its action`() throws {
    try mediator.answer(Places.show) { $0 }
    try mediator.answer(Places.local) { $0 }
    let listed = mediator.routes.map { "\($0.route) \($0.action.path)" }
    #expect(listed == ["place/:city/:floor<int>? places/show", "places/show places/show"])
  }

  @Test func `two actions cannot have the same URLs`() throws {
    try mediator.answer(Places.show, owner: "First/First.swift") { $0 }
    #expect(throws: MediatorError.duplicate(path: "place/:name", owners: ["First", "Second"])) {
      try mediator.answer(Places.other, owner: "Second/Second.swift") { $0 }
    }
    #expect(mediator.routes.count == 2)
  }

  @Test func `a pattern needs an action that is declared remote`() {
    let expected = MediatorError.badRoute(
      "hidden/:city", reason: "expected 'places/hidden' to be declared remote")
    #expect(throws: expected) { try mediator.answer(Places.hidden) { $0 } }
    #expect(mediator.actions.isEmpty)
  }

  @Test(arguments: [
    (Place(city: "porto"), "metro://place/porto"),
    (
      Place(city: "São Bento", floor: -1, tags: ["a", "b"], isOpen: true),
      "metro://place/S%C3%A3o%20Bento/-1?isOpen=true&tags=a&tags=b"
    ),
  ])
  fileprivate func `an action makes URLs of its input, which call it with that input`(
    place: Place, url: String
  ) async throws {
    try mediator.answer(Places.show) { $0 }
    #expect(try Places.show.url(for: place) == url)
    #expect(try await mediator.perform(url: url, answering: Place.self) == place)
  }

  @Test func `a local action has no URL`() {
    #expect(throws: MediatorError.self) { try Places.local.url(for: Place(city: "porto")) }
  }
}
