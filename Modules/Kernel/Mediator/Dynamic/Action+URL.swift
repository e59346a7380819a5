import Foundation

extension ActionDeclaration {
  /// The pattern of the action's URLs: its own, or `target/action`.
  /// - Throws: `MediatorError.badURLPattern` when the pattern is malformed or links may not call
  ///   the action.
  var urlPattern: URLPattern {
    get throws(MediatorError) {
      guard exposure.contains(.links) else {
        throw .badURLPattern(
          pattern ?? path, reason: "expected '\(path)' to read, and to be open to links")
      }
      return try URLPattern(pattern ?? path)
    }
  }
}

extension ActionDeclaration {
  /// Returns the URI template of the action's URLs, such as `app://shelf/{shelf}{?page}`.
  ///
  /// Source: RFC 6570, level 4.
  /// - Throws: `MediatorError.badURLPattern` when links may not call the action; `SchemaError` when
  ///   parameters cannot express its input.
  public func uriTemplate(scheme: String) throws -> String {
    let pattern = try urlPattern
    let fields = try inputSchema?.parameters() ?? []
    let path = pattern.segments.enumerated().map { index, segment in
      let slash = index == 0 ? "" : "/"
      return switch segment {
      case .literal(let text): slash + text.percentEncoded
      case .placeholder(let name, _, isOptional: true): "{/\(name)}"
      case .placeholder(let name, _, isOptional: false): "\(slash){\(name)}"
      }
    }
    let query = fields.filter { !pattern.placeholders.contains($0.name) }
      .map { $0.name + ($0.isRepeated ? "*" : "") }
    return "\(scheme)://" + path.joined()
      + (query.isEmpty ? "" : "{?\(query.joined(separator: ","))}")
  }
}

extension Action where Input: Encodable {
  /// Returns the URL that calls the action with an input. Its parameters are in the order in which
  /// the input encodes its fields, usually that of their declaration.
  ///
  /// ```swift
  /// try Catalogue.search.url(for: Search(text: "lamp", page: 2), scheme: mediator.scheme)
  /// // app://catalogue/search?text=lamp&page=2
  /// ```
  /// - Throws: `MediatorError.badURLPattern` when links may not call the action or the input does
  ///   not fit its pattern; `SchemaError.needsJSON` when parameters cannot express the input.
  public func url(for input: Input, scheme: String) throws -> String {
    try urlPattern.url(Parameters(encoding: input), scheme: scheme)
  }
}

extension Action where Input: Decodable {
  /// Returns the input that a URL of the action contains: the inverse of `url(for:scheme:)`, with
  /// the rules of `Mediator.perform(url:)`. It is nil when the URL is malformed, has another scheme
  /// or calls another action.
  /// - Throws: `DecodingError` when a parameter is missing, malformed or unknown.
  public func input(from url: String, scheme: String) throws -> Input? {
    var patterns = URLPatternTree()
    try patterns.add(descriptor, owner: "")
    guard var link = try? DeepLink(url, scheme: scheme), let match = patterns.match(link.path),
      (try? link.add(match.values, for: match.entry.pattern, in: url)) != nil
    else { return nil }
    if let schemas = descriptor.coding?.schemas {
      return try link.parameters.value(as: schemas.input) as? Input
    }
    return try link.parameters.decodeAll(Input.self)
  }

  /// Returns the input that parameters contain, such as those of a command line. Parameters that
  /// fit no field are ignored.
  /// - Throws: `DecodingError` when a parameter is missing or malformed.
  public func input(from parameters: Parameters) throws -> Input {
    if let schemas = descriptor.coding?.schemas,
      let input = try parameters.value(as: schemas.input) as? Input
    {
      return input
    }
    return try parameters.decode(Input.self)
  }
}

extension String {
  /// The text with all bytes except RFC 3986's unreserved characters (letters, digits and `-._~`)
  /// encoded as `%` and two hexadecimal digits.
  public var percentEncoded: String { percentEncoded(except: "") }

  /// The text percent-encoded, except for unreserved characters and `others`.
  func percentEncoded(except others: String) -> String {
    let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    let allowed = CharacterSet(charactersIn: unreserved + others)
    return addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  }
}
