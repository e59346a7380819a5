import Foundation

/// Where a call by name or by URL goes.
enum Destination: Sendable {
  case request(Request)
  case nobody(Unanswered)
}

extension Mediator {
  func perform(_ destination: consuming Destination) async throws -> Data {
    switch destination {
    case .request(let request): try await request.coding.performJSON(request)
    case .nobody(let call): try await fallBack(for: call)
    }
  }

  func perform<Output: Decodable & Sendable>(
    _ destination: consuming Destination, answering type: Output.Type
  ) async throws -> Output {
    switch destination {
    case .request(let request):
      guard let coding = try request.coding as? TypedCoding<Output> else {
        throw MediatorError.badOutput(
          path: request.signature.path, expected: "\(type)", actual: request.signature.output)
      }
      return try await coding.perform(request)
    case .nobody(let call): return try JSON.decode(type, from: try await fallBack(for: call))
    }
  }
}
