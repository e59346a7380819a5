import Foundation
import Mediator
import Web

extension HTTPResponse {
  /// Answers with a value as JSON.
  static func json(_ value: some Encodable, status: Int = 200) throws -> HTTPResponse {
    json(try JSON.encode(value), status: status)
  }

  static func json(of failure: HTTPFailure) -> HTTPResponse {
    let body = try? JSON.encode(["error": failure.reason])
    return json(body ?? Data("{}".utf8), status: failure.status)
  }

  private static func json(_ body: Data, status: Int) -> HTTPResponse {
    HTTPResponse(status, type: "application/json", body: .data(body))
  }
}
