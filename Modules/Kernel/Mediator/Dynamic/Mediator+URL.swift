public import Foundation
import Platform

extension Mediator {
  /// Calls an action by a URL such as `app://catalogue/search?text=lamp`; returns its output as
  /// JSON. The action must be open to links.
  ///
  /// The rules follow RFC 3986 where it applies:
  ///
  /// - The URL starts with the mediator's scheme and `://`, ignoring case, or as its `links` say.
  ///   Its path must match a
  ///   pattern: `target/action`, or the action's own URL pattern. The host is the first segment,
  ///   ignoring case. A user or a port is an error. One slash at the end is ignored, and so is a
  ///   fragment.
  /// - In the query, `&` separates parameters, and the first `=` separates name and value. Empty
  ///   parameters (`&&`) are ignored; a value without a name is an error.
  /// - `%` and two hexadecimal digits are one byte, decoded after the URL was split: `%2F` is a
  ///   slash within a segment. The bytes must be UTF-8. A `+` is a plus; a space is `%20`. Control
  ///   characters must be encoded, all other characters may occur as they are.
  /// - A name with several values fills a list, in order; for other fields it is an error. A
  ///   placeholder of the path cannot also be a parameter.
  /// - A name without `=` is true, for a boolean field; for other fields it is an error. An empty
  ///   value is an empty text, not a missing value.
  /// - A name that fits no field is an error. No name is reserved: a query fills the input's fields
  ///   and can change nothing else.
  /// - The maximum length is 16 KiB.
  /// - Throws: `MediatorError`, `ActionError` with the module's error, or the error of
  ///   `setMissingTargetError`.
  public func perform(
    url: String, caller: StaticString = #fileID
  ) async throws -> Data {
    var link = try deepLink(url)
    return try await call(&link, url, caller).perform(on: self)
  }

  /// Returns the action that a URL calls and its parameters, by the same rules, without
  /// calling the action.
  /// - Throws: What a call would throw when there is no such action, when links may not call it,
  ///   or when a parameter is missing, malformed or unknown.
  public func resolve(url: String) throws -> (action: ActionDescriptor, parameters: Parameters) {
    var link = try deepLink(url)
    let call = try call(&link, url, #fileID)
    try call.checkInput()
    return (call.action, link.parameters)
  }

  private func deepLink(_ url: String) throws(MediatorError) -> DeepLink {
    guard !links.isEmpty else { return try DeepLink(url, scheme: scheme) }
    guard let link = links.canonical(url, scheme: scheme) else {
      let starts = linkPrefixes.map { "'\($0)'" }.joinedByOr
      throw .badURL(String(url.prefix(200)), reason: "expected it to start with \(starts)")
    }
    return try DeepLink(link, scheme: scheme)
  }

  private func call(
    _ link: inout DeepLink, _ url: String, _ caller: StaticString
  ) throws -> DynamicCall {
    let action = try registry.withLock { registry throws(MediatorError) -> ActionDescriptor? in
      // The most frequent form, `target/action`, needs no search: literals take precedence over
      // placeholders.
      if link.path.count == 2,
        let action = registry.action(target: link.path[0], name: link.path[1])
      {
        return action
      }
      guard let match = registry.urlPatterns.match(link.path) else { return nil }
      try link.add(match.values, for: match.entry.pattern, in: url)
      return match.entry.action
    }
    guard let action else {
      throw callError(for: registry.withLock { [link] in $0.lookupError(link, url: url) })
    }
    return DynamicCall(
      action: action, input: .parameters(link.parameters), origin: .links, caller: caller)
  }
}

extension Registry {
  /// The error for a URL that matches no pattern. It suggests the nearest name, or lists the
  /// patterns of the target.
  fileprivate func lookupError(_ link: DeepLink, url: String) -> MediatorError {
    let target = link.path[0]
    let name = link.path.dropFirst().joined(separator: "/")
    let patterns = urlPatterns.entries.map { $0.pattern }
    let targets = Set(patterns.compactMap { $0.target })
    guard targets.contains(target) else {
      return lookupError(target: target, name: name, from: .links)
    }
    let isAction = link.path.count == 2 && entries.values.contains { $0.action.target == target }
    guard !isAction else { return lookupError(target: target, name: name, from: .links) }
    let candidates = patterns.filter { $0.target == target }.map { $0.description }
    return .badURL(url, reason: "it matches none of \(candidates.joined(separator: ", "))")
  }
}
