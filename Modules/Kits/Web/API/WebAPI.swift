import Console
package import Foundation
package import Mediator

/// Answers programs that send JSON: `/api/<target>/<action>` calls an action that is open to them,
/// and `/openapi.json` describes these actions.
///
/// A program has a token, in the field `Authorization`. It may read, and write as far as the person
/// has consented. A browser of the person has a cookie, and only reads, from pages of the same
/// address.
///
/// Source: RFC 9110, HTTP Semantics, and RFC 6750, Bearer Token Usage.
package struct WebAPI: Sendable {
  /// Returns what authorizes the calls of a program, found by its token; nil for a wrong token.
  package typealias Authenticator = @Sendable (_ token: String) async throws -> Authorizer?
  /// Returns when a program may call an action that writes.
  /// - Throws: `HTTPFailure` when it may not.
  package typealias Authorizer = @Sendable (APICall) async throws -> Void

  private static let folder = "api"
  private static let descriptionPath = ["openapi.json"]

  private let currentInfo: @Sendable () -> APIInfo
  private let mediator: Mediator
  private let clock: any Clock<Duration>
  private let authenticate: Authenticator
  /// That of the person who serves: the tasks of the server have none.
  private let language = Language.current

  /// - Parameters:
  ///   - info: Returns what is described, which may change.
  ///   - authenticate: Finds a program by its token.
  package init(
    _ info: @escaping @Sendable () -> APIInfo, through mediator: Mediator,
    clock: any Clock<Duration>,
    authenticate: @escaping Authenticator
  ) {
    currentInfo = info
    self.mediator = mediator
    self.clock = clock
    self.authenticate = authenticate
  }

  private var info: APIInfo { currentInfo() }

  /// Whether a path is one of these.
  func answers(_ path: [String]) -> Bool {
    path.first == Self.folder || path == Self.descriptionPath
  }

  /// Whether the target of a request that could not be read is probably one of these.
  static func answers(target: String) -> Bool {
    target.hasPrefix("/\(folder)/") || target == "/" + descriptionPath.joined(separator: "/")
  }

  /// Answers a request. It never contains a page.
  /// - Parameters:
  ///   - isOwnBrowser: Whether the request has the cookie of a device of the person.
  ///   - asker: Returns what asks the person on a page; nil while no page is open.
  package func answer(
    _ request: HTTPRequest, isOwnBrowser: Bool,
    asker: @escaping @Sendable () async -> PageQuestions.Asker? = { nil }
  ) async -> HTTPResponse {
    await Language.$current.withValue(language) {
      do {
        let client = try await client(of: request, isOwnBrowser: isOwnBrowser)
        if request.path == Self.descriptionPath {
          guard request.method == .get else { throw APIFailure.method(allowed: [.get]) }
          return HTTPResponse(json: try info.openAPI)
        }
        return HTTPResponse(json: try await call(request, client, asker))
      } catch {
        return APIFailure(error).response
      }
    }
  }

  // MARK: Access

  /// Who sends a request.
  private enum Client {
    case browser
    case program(Authorizer)
  }

  /// - Throws: `APIFailure` for a request without access.
  private func client(of request: HTTPRequest, isOwnBrowser: Bool) async throws -> Client {
    let site = request.fields["sec-fetch-site"]
    guard [nil, "same-origin", "none"].contains(site) else {
      throw APIFailure(403, "the request comes from another site; call it from a page of this one")
    }
    if let authorization = request.fields["authorization"] {
      if let token = Self.token(in: authorization), let authorizer = try await authenticate(token) {
        return .program(authorizer)
      }
      try await clock.sleep(for: DeviceKeys.delay)
      throw APIFailure.unauthorized("the token is wrong, or was revoked", isInvalid: true, info)
    }
    guard isOwnBrowser else { throw APIFailure.unauthorized("there is no token", info) }
    guard site != nil else {
      throw APIFailure(403, "a browser says in 'Sec-Fetch-Site' where a request comes from")
    }
    guard request.method == .get else {
      throw APIFailure(403, "a browser only reads, with GET; a program that writes has a token")
    }
    return .browser
  }

  /// The token in the field `Authorization`.
  private static func token(in authorization: String) -> String? {
    let parts = authorization.split(at: " ").map { String($0) }
    return parts.count == 2 && parts[0].lowercased() == "bearer" ? parts[1] : nil
  }

  // MARK: Calls

  /// Returns the output of the action, as JSON.
  private func call(
    _ request: HTTPRequest, _ client: Client,
    _ asker: @escaping @Sendable () async -> PageQuestions.Asker?
  ) async throws -> Data {
    guard request.path.count == 3 else {
      throw APIFailure(
        404, "there is no such address; expected '/api/<target>/<action>', see '/openapi.json'")
    }
    let action = try mediator.action(
      target: request.path[1], name: request.path[2], from: .programs)
    guard action.exposure.contains(.programs) else {
      throw MediatorError.notExposed(path: action.path, to: .programs)
    }
    guard action.methods.contains(request.method) else {
      throw APIFailure.method(allowed: action.methods)
    }
    guard request.method == .post else {
      return try await mediator.perform(
        target: action.target, action: action.name, parameters: request.query, from: .programs)
    }
    let input = try input(of: request, for: action)
    if action.effect != .reads {
      guard case .program(let authorize) = client else {
        throw APIFailure(403, "'\(action.path)' writes, and a browser only reads")
      }
      try action.checkInput(input, from: .programs)
      try await authorize(APICall(action: action, input: input, asker: asker))
    }
    return try await mediator.perform(
      target: action.target, action: action.name, json: input, from: .programs)
  }

  /// The body as JSON; an empty one is an object without fields.
  private func input(of request: HTTPRequest, for action: ActionDescriptor) throws -> Data {
    guard request.query == Parameters() else {
      throw APIFailure(400, "POST has its fields in the body as JSON; remove them from the address")
    }
    guard !request.body.isEmpty else { return Data("{}".utf8) }
    let type = (request.fields["content-type"] ?? "").split(at: ";").first.map { String($0) }
    guard type?.trimmed.lowercased() == HTTPResponse.json else {
      throw APIFailure(415, "the body is no JSON; expected the type '\(HTTPResponse.json)'")
    }
    // As in a query, a misspelled name is an error, in place of an option that has no effect.
    if case .object(_, let fields)? = try? action.inputSchema,
      case .object(let members)? = try? JSON.decode(JSONValue.self, from: request.body),
      let name = members.keys.sorted().first(where: { name in
        !fields.contains { $0.name == name }
      })
    {
      throw MediatorError.badInput(
        path: action.path, field: name, reason: fields.reason(againstUnknown: name))
    }
    return request.body
  }
}

/// A call of an action that writes, by a program.
package struct APICall: Sendable {
  package let action: ActionDescriptor
  /// The input as JSON, which fits the action.
  package let input: Data
  /// Returns what asks the person on a page; nil while no page is open.
  package let asker: @Sendable () async -> PageQuestions.Asker?
}

extension ActionDescriptor {
  /// The methods by which programs call the action. Parameters cannot express objects within
  /// objects.
  var methods: [HTTPRequest.Method] {
    let parameters = try? inputSchema?.parameters()
    return effect == .reads && parameters != nil ? [.get, .post] : [.post]
  }
}

extension HTTPResponse {
  static let json = "application/json"

  /// Sends JSON as a command with `--json` prints it.
  init(_ status: Int = 200, json: Data, fields: [Field] = []) {
    let text = String(decoding: json, as: UTF8.self).printableJSON + "\n"
    self.init(status, type: Self.json, fields: fields, body: .data(Data(text.utf8)))
  }
}
