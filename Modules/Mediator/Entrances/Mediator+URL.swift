public import Foundation

extension Mediator {
  /// The scheme of URLs where no other is agreed upon.
  public static var scheme: String { "metro" }

  /// Calls a remote action by a URL such as `metro://routing/plan?from=Trindade&to=Aliados`;
  /// answers in JSON.
  ///
  /// The rules, which are RFC 3986's where it has any:
  ///
  /// - The URL begins with the scheme and `://`, in whatever case. Then comes a path that fits a
  ///   route: `target/action`, or the action's own pattern. The host is its first segment, in
  ///   whatever case; a user or port is refused, one slash at the end is ignored, and so is a
  ///   fragment.
  /// - In the query, `&` separates parameters and the first `=` name and value. Empty parameters
  ///   (`&&`) are ignored; a value without a name is refused.
  /// - `%` and two hexadecimal digits stand for a byte, after everything has been taken apart: `%2F`
  ///   is a slash within a segment. The bytes must be UTF-8; other characters, Unicode or not, stand
  ///   for themselves. A `+` is a plus; a space is `%20`. Control characters have to be encoded.
  /// - A name given several times fills a list, in order; any other field refuses it. A placeholder
  ///   of the path cannot be given in the query as well.
  /// - A name without `=` is true, for a field that is true or false; any other field refuses it. An
  ///   empty value is the empty text, not an absent one.
  /// - A name that fits no field is refused. No name is reserved: a query fills the input's fields
  ///   and can change nothing else.
  /// - At most 16 KiB.
  /// - Throws: `MediatorError`, or `ActionFailed` with what the module threw.
  public func perform(
    url: String, scheme: String = Mediator.scheme, caller: StaticString = #fileID
  ) async throws -> Data {
    var link = try Link(url, scheme: scheme)
    guard let request = try request(&link, url, caller) else {
      return try await fallBack(for: missing(link, url))
    }
    return try await request.perform()
  }

  /// Calls a remote action by a URL, by the same rules; answers in the action's own type.
  /// - Throws: `MediatorError`, or `ActionFailed` with what the module threw.
  public func perform<Output: Decodable & Sendable>(
    url: String, answering type: Output.Type, scheme: String = Mediator.scheme,
    caller: StaticString = #fileID
  ) async throws -> Output {
    var link = try Link(url, scheme: scheme)
    guard let request = try request(&link, url, caller) else {
      return try await fallBack(for: missing(link, url), answering: type)
    }
    return try await request.perform(answering: type)
  }

  /// The remote action that a URL would call, and the parameters for it, by the same rules. Nothing is
  /// called.
  /// - Throws: `MediatorError`: as a call of the URL would where no such action is, where it is out
  ///   of reach, and where a parameter is missing, of the wrong form, or fits no field.
  public func destination(of url: String) throws -> (action: Signature, parameters: Parameters) {
    var link = try Link(url, scheme: Mediator.scheme)
    guard let request = try request(&link, url, #fileID) else { throw missing(link, url).error }
    try request.checkInput()
    return (request.signature, link.parameters)
  }

  private func request(
    _ link: inout Link, _ url: String, _ caller: StaticString
  ) throws(MediatorError) -> Request? {
    let action = try registry.withLock { registry throws(MediatorError) -> Signature? in
      // The commonest form needs no search: nothing is preferred to two literals.
      if link.path.count == 2,
        let action = registry.action(target: link.path[0], name: link.path[1])
      {
        return action
      }
      guard let match = registry.routes.match(link.path) else { return nil }
      try link.add(match.values, for: match.end.route, in: url)
      return match.end.action
    }
    guard let action else { return nil }
    return Request(
      signature: action, source: .parameters(link.parameters), reach: .remote, caller: caller,
      mediator: self)
  }

  private func missing(_ link: Link, _ url: String) -> Unanswered {
    let error = registry.withLock { $0.missing(link, url: url) }
    return Unanswered(
      target: link.path[0], action: link.path.dropFirst().joined(separator: "/"),
      .parameters(link.parameters), from: .remote, error: error)
  }
}
