public import Foundation

extension Mediator {
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
    url: String, scheme: String = "metro", caller: StaticString = #fileID
  ) async throws -> Data {
    try await perform(try destination(url, scheme, caller))
  }

  /// Calls a remote action by a URL, by the same rules; answers in the action's own type.
  /// - Throws: `MediatorError`, or `ActionFailed` with what the module threw.
  public func perform<Output: Decodable & Sendable>(
    url: String, answering type: Output.Type, scheme: String = "metro",
    caller: StaticString = #fileID
  ) async throws -> Output {
    try await perform(try destination(url, scheme, caller), answering: type)
  }

  private func destination(
    _ url: String, _ scheme: String, _ caller: StaticString
  ) throws(MediatorError) -> Destination {
    let link = try Link(url, scheme: scheme)
    return try registry.withLock { registry throws(MediatorError) in
      guard let match = registry.routes.match(link.path),
        let action = registry.entries[match.end.slot]?.action
      else {
        let error = registry.missing(link, url: url)
        if case .notReachable = error { throw error }
        return .nobody(
          Unanswered(
            target: link.path[0], action: link.path.dropFirst().joined(separator: "/"),
            .parameters(link.parameters), from: .remote, error: error))
      }
      let parameters = try link.parameters(adding: match.values, for: match.end.route, in: url)
      return .request(
        Request(action, .parameters(parameters), from: .remote, by: caller, on: self))
    }
  }
}
