/// A URL as the entrance reads it: the segments of its path, the host first, and its parameters.
struct Link: Sendable {
  private static let longest = 16_384

  private(set) var path: [String] = []
  private(set) var parameters = Parameters()

  /// Reads a URL by the rules of `Mediator.perform(url:)`.
  /// - Throws: `MediatorError.badURL` with what is wrong.
  init(_ url: String, scheme: String) throws(MediatorError) {
    var text = url
    let result: Result<Link, LinkReader.Refusal> = text.withUTF8 { bytes in
      Result { () throws(LinkReader.Refusal) in
        guard bytes.count <= Self.longest else {
          throw .init(reason: "expected at most \(Self.longest) bytes")
        }
        var reader = LinkReader(bytes)
        return try Link(&reader, scheme)
      }
    }
    do throws(LinkReader.Refusal) {
      self = try result.get()
    } catch {
      throw .badURL(String(url.prefix(200)), reason: error.reason)
    }
  }

  private init(_ reader: inout LinkReader, _ scheme: String) throws(LinkReader.Refusal) {
    try reader.skip(scheme)
    path.reserveCapacity(4)
    path.append(try reader.host())
    // A slash at the end is ignored.
    while reader.take("/"), !reader.isAt(.segment) || reader.isAt("/") {
      path.append(try reader.segment())
    }
    guard reader.take("?") else { return }
    parameters.reserve()
    repeat {
      guard !reader.isAt(.value) else { continue }
      let name = try reader.name()
      if reader.take("=") {
        parameters.append(try reader.text(until: .value), for: name)
      } else {
        parameters.append(flag: name)
      }
    } while reader.take("&")
  }

  /// Makes parameters of what stands in the placeholders of a route.
  /// - Throws: `MediatorError.badURL` when the query gives one of them as well.
  mutating func add(
    _ values: [String], for route: Route, in url: String
  ) throws(MediatorError) {
    for (name, value) in zip(route.placeholders, values) {
      guard !parameters.items.contains(where: { $0.name == name }) else {
        throw .badURL(url, reason: "'\(name)' stands in its path already")
      }
      parameters.append(value, for: name)
    }
  }
}
