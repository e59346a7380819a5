public import Foundation

/// One question that a service answers, typed both ways.
///
/// ```swift
/// let arrivals = Endpoint<Station, [Arrival]>(service, path: "arrivals", source: { ["stop": $0.id] })
/// let next = try await mediator.fetch(arrivals, station)
/// ```
///
/// Source: the parameter source, validator and reformer of CTNetworking.
public struct Endpoint<Input: Sendable, Output: Sendable>: Sendable {
  /// Where the question goes.
  public let service: Service
  /// What is asked of the server.
  public let method: HTTPMethod
  /// What is added to the service's address.
  public let path: String
  /// The parameter source: the fields of the query that an input becomes.
  public let source: @Sendable (Input) throws -> [String: String]
  /// The body that an input becomes; nil for none.
  public let body: @Sendable (Input) throws -> Data?
  /// The validator: throws when an answer is not to be believed.
  public let validate: @Sendable (FetchResponse) throws -> Void
  /// The reformer: what an answer becomes.
  public let reform: @Sendable (FetchResponse) throws -> Output

  /// An endpoint that sends no parameters, accepts every answer, and reforms it as `reform` says,
  /// unless told otherwise.
  public init(
    _ service: Service, _ method: HTTPMethod = .get, path: String,
    source: @escaping @Sendable (Input) throws -> [String: String] = { _ in [:] },
    body: @escaping @Sendable (Input) throws -> Data? = { _ in nil },
    validate: @escaping @Sendable (FetchResponse) throws -> Void = { _ in },
    reform: @escaping @Sendable (FetchResponse) throws -> Output
  ) {
    self.service = service
    self.method = method
    self.path = path
    self.source = source
    self.body = body
    self.validate = validate
    self.reform = reform
  }
}

extension Endpoint where Output: Decodable {
  /// An endpoint whose answers are JSON.
  public init(
    _ service: Service, _ method: HTTPMethod = .get, path: String,
    source: @escaping @Sendable (Input) throws -> [String: String] = { _ in [:] },
    body: @escaping @Sendable (Input) throws -> Data? = { _ in nil },
    validate: @escaping @Sendable (FetchResponse) throws -> Void = { _ in }
  ) {
    self.init(
      service, method, path: path, source: source, body: body, validate: validate,
      reform: { try JSONDecoder().decode(Output.self, from: $0.body) })
  }
}
