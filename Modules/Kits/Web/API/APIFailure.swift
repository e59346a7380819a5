import Console
import Foundation
import Mediator

/// Why a program gets no answer: a status, and a sentence as JSON.
///
/// ```json
/// {"error": {"field": "limit", "message": "'limit': expected a whole number, not 'many'"}}
/// ```
struct APIFailure: Error {
  /// The body.
  private struct Body: Encodable {
    struct Content: Encodable {
      let message: String
      /// The field of the input that does not fit; nil if the failure is about none.
      let field: String?
    }
    let error: Content
  }

  /// The longest message.
  private static let maximumLength = 2000

  let status: Int
  let message: String
  var field: String?
  private var headers: [HTTPResponse.Field] = []

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  /// - Parameter isInvalid: Whether there is a token, and it is wrong.
  static func unauthorized(
    _ reason: String, isInvalid: Bool = false, _ info: APIInfo
  ) -> APIFailure {
    var failure = APIFailure(
      401,
      "\(reason); expected 'Authorization: Bearer …' with the token that "
        + "'\(info.name) grants new --program <name>' has shown")
    let error = isInvalid ? #", error="invalid_token""# : ""
    failure.headers = [.init("WWW-Authenticate", #"Bearer realm="\#(info.name)"\#(error)"#)]
    return failure
  }

  static func method(allowed methods: [HTTPRequest.Method]) -> APIFailure {
    let names = methods.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }
    var failure = APIFailure(405, "the method is not allowed here; expected \(names.joinedByOr)")
    failure.headers = [.init("Allow", names.joined(separator: ", "))]
    return failure
  }

  init(_ error: any Error) {
    switch error {
    case let failure as APIFailure: self = failure
    case let failure as HTTPFailure: self.init(failure.status, failure.reason)
    case is CancellationError: self.init(503, "the call was cancelled")
    case MediatorError.notExposed(let path, _):
      self.init(
        403,
        "programs cannot call '\(path)'; its module opens it to them with the exposure "
          + "'.programs' in the declaration of the action")
    case MediatorError.badInput(_, let field, _):
      self.init(field == nil ? 400 : 422, "\(error)")
      self.field = field
    case MediatorError.unavailable: self.init(503, "\(error)")
    // The sentence that the command prints, too.
    case let error as ActionError:
      let isSentence = error.field == nil && error.error.ownText != nil
      self.init(error.kind.status, isSentence ? error.error.plainText : "\(error)")
      field = error.field
    case let error as any ModuleError: self.init(error.kind.status, "\(error)")
    case _: self.init(500, error.plainText)
    }
  }

  var response: HTTPResponse {
    let message = message.printableError.withoutAddressSecrets.shortened(to: Self.maximumLength)
    let field = field?.printableError.shortened(to: 100)
    let json = try? JSON.encode(Body(error: .init(message: message, field: field)))
    return HTTPResponse(status, json: json ?? Data("{}".utf8), fields: headers)
  }
}

extension FailureKind {
  fileprivate var status: Int {
    switch self {
    case .badInput: 422
    case .notFound: 404
    case .failed: 500
    }
  }
}
