import BookmarksInterface
import DataSourceFixture
import DataSourceInterface
import Mediator
import ModuleTesting
import Testing

@Suite struct EndpointResolverTests {
  private static let here = PointOfInterest(at: Coordinate(latitude: 41.15, longitude: -8.61))
  private static let bookmarks = [
    Bookmark(name: "Home", city: .builtIn, from: here),
    Bookmark(name: "Work", city: .builtIn, from: PointOfInterest(id: "C", name: "C")),
    Bookmark(name: "B", city: .builtIn, from: PointOfInterest(id: "A", name: "A")),
    Bookmark(
      name: "Commute", city: .builtIn, from: PointOfInterest(id: "A", name: "A"),
      to: PointOfInterest(id: "C", name: "C")),
    Bookmark(
      name: "Abroad", city: CityID("lisbon") ?? .builtIn,
      from: PointOfInterest(id: "A", name: "A")),
  ]

  private func resolver(on mediator: Mediator = Mediator()) throws -> EndpointResolver {
    try DataSourceStub(.sample).stub(on: mediator)
    try mediator.answer(Bookmarks.list) { _ in Self.bookmarks }
    try mediator.answer(Bookmarks.find) { reference in
      guard let bookmark = Self.bookmarks.first(where: { $0.name == reference.name }) else {
        throw BookmarksError.unknownBookmark(reference.name, nearest: nil)
      }
      return bookmark
    }
    return EndpointResolver(mediator: mediator)
  }

  private func endpoint(_ text: String) async throws -> Endpoint? {
    try await resolver().endpoints([text], in: nil).endpoints.first
  }

  @Test(arguments: [("A", 0), ("id:C", 2), ("Work", 2), ("B", 1)])
  func `a station, or else a bookmark of one, is found by its name`(
    text: String, station: Int
  ) async throws {
    #expect(try await endpoint(text) == .station(station, isExactName: true))
  }

  @Test(arguments: [("Home", "Home"), ("@41.15,-8.61", "Home"), ("@41.2,-8.6", "@41.2,-8.6")])
  func `a place has the name of its bookmark`(text: String, name: String) async throws {
    guard case .place(let place) = try await endpoint(text) else {
      Issue.record("'\(text)' is not a place")
      return
    }
    #expect(place.name == name && place.coordinate != nil)
  }

  @Test(arguments: [
    ("Work", "id:C"), ("A", "id:A"), ("Home", "@41.15,-8.61"), ("@41.2,-8.6", "@41.2,-8.6"),
    ("id:C", "id:C"),
  ])
  func `a text has a reference that DataSource understands`(
    text: String, reference: String
  ) async throws {
    #expect(try await resolver().reference(to: text, in: nil) == reference)
  }

  @Test func `the name of a bookmarked journey is refused, which go plans`() async throws {
    let error = BookmarksError.isJourney("Commute")
    await #expect(throws: error) { try await endpoint("Commute") }
    #expect(
      "\(error)" == "'Commute' is the bookmark of a journey, expected a station or place; "
        + "open it with 'go' or in 'bookmarks'")
  }

  @Test func `the name of a bookmark of another city is refused`() async throws {
    let city = try #require(CityID("lisbon"))
    let error = BookmarksError.isOfOtherCity("Abroad", city)
    await #expect(throws: error) { try await endpoint("Abroad") }
    #expect(
      "\(error)"
        == "'Abroad' is a bookmark of the city 'lisbon'; choose that city, or a station of "
        + "this one")
  }

  @Test func `another name is an unknown station`() async throws {
    await #expect(
      throws: DataSourceError.unknownStation("Nowhere", city: "Sample", nearest: [])
    ) {
      try await endpoint("Nowhere")
    }
  }

  @Test func `the calls are those of the module that has made the resolver`() async throws {
    let callers = CallerRecorder()
    let mediator = Mediator()
    let subscription = mediator.intercept(with: callers)
    defer { withExtendedLifetime(subscription) {} }
    _ = try await resolver(on: mediator).endpoints(["Work"], in: nil)
    #expect(callers.files.values.count == 2)
    #expect(callers.files.values.allSatisfy { $0.hasPrefix("BookmarksTests/") })
  }

  @Test func `without the Bookmarks module, stations are found`() async throws {
    let mediator = Mediator()
    try DataSourceStub().stub(on: mediator)
    let resolver = EndpointResolver(mediator: mediator)
    let found = try await resolver.endpoints(["A", "@41.2,-8.6"], in: nil).endpoints
    #expect(found.first == .station(0, isExactName: true))
    await #expect(throws: DataSourceError.self) { try await resolver.endpoints(["X"], in: nil) }
  }
}

/// Records the file of each call.
private struct CallerRecorder: Interceptor {
  let files = Recorder<String>()

  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    files.record(call.caller)
    return try await next(input)
  }
}
