/// A URL as the entrance reads it: the segments of its path, the host first, and its parameters.
struct Link {
  private static let longest = 16_384

  private(set) var path: [String] = []
  private(set) var parameters = Parameters()

  /// Reads a URL by the rules of `Mediator.perform(url:)`.
  /// - Throws: `MediatorError.badURL` with what is wrong.
  init(_ url: String, scheme: String) throws(MediatorError) {
    do throws(LinkText.Refusal) {
      let text = LinkText(url)
      guard text.bytes.count <= Self.longest else {
        throw .init(reason: "expected at most \(Self.longest) bytes")
      }
      let all = try text.rest(after: scheme)
      let (body, _) = text.cut(all, at: "#")
      let (path, query) = text.cut(body, at: "?")
      try readPath(path, of: text)
      if let query { try readQuery(query, of: text) }
    } catch {
      throw .badURL(String(url.prefix(200)), reason: error.reason)
    }
  }

  private mutating func readPath(
    _ range: Range<Int>, of text: LinkText
  ) throws(LinkText.Refusal) {
    let (host, rest) = text.cut(range, at: "/")
    path.reserveCapacity(4)
    path.append(try text.host(host))
    var next = rest
    while let range = next, !range.isEmpty {
      let (segment, rest) = text.cut(range, at: "/")
      guard !segment.isEmpty else { throw .init(reason: "a segment of its path is empty") }
      path.append(try text.decoded(segment))
      next = rest
    }
  }

  private mutating func readQuery(
    _ range: Range<Int>, of text: LinkText
  ) throws(LinkText.Refusal) {
    parameters.reserve()
    var next: Range<Int>? = range
    while let range = next {
      let (item, rest) = text.cut(range, at: "&")
      next = rest
      guard !item.isEmpty else { continue }
      let (name, value) = text.cut(item, at: "=")
      guard !name.isEmpty else { throw .init(reason: "a value in its query has no name") }
      if let value {
        parameters.append(try text.decoded(value), for: try text.decoded(name))
      } else {
        parameters.append(flag: try text.decoded(name))
      }
    }
  }
}

extension Link {
  /// The parameters of the query, and those that stand in the path.
  /// - Throws: `MediatorError.badURL` when one stands in both.
  func parameters(
    adding values: [String], for route: Route, in url: String
  ) throws(MediatorError) -> Parameters {
    var parameters = parameters
    for (name, value) in zip(route.placeholders, values) {
      guard !self.parameters.items.contains(where: { $0.name == name }) else {
        throw .badURL(url, reason: "'\(name)' stands in its path already")
      }
      parameters.append(value, for: name)
    }
    return parameters
  }
}
