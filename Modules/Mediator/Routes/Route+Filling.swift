import Foundation

extension Route {
  /// The URL that the pattern makes of parameters: the placeholders' values in the path, the others
  /// in the query.
  /// - Throws: `MediatorError.badRoute` when a placeholder has no value, several, or one that it
  ///   does not take.
  public func url(
    _ parameters: Parameters, scheme: String = Mediator.scheme
  ) throws(MediatorError) -> String {
    var path: [String] = []
    var leftOut: String?
    for segment in segments {
      switch segment {
      case .literal(let text): path.append(percentEncoded(text))
      case .placeholder(let name, let kind, let isOptional):
        let given = parameters.values[name] ?? []
        if isOptional && given.isEmpty {
          leftOut = leftOut ?? name
        } else if let leftOut {
          throw .badRoute(
            description, reason: "':\(name)' needs a value for ':\(leftOut)' before it")
        } else if given.count == 1, !given[0].isEmpty, kind.takes(given[0]) {
          path.append(percentEncoded(given[0]))
        } else {
          throw .badRoute(description, reason: "':\(name)' needs one value of kind \(kind)")
        }
      }
    }
    let rest = parameters.items.filter { !placeholders.contains($0.name) }
    let query = rest.map { item in
      percentEncoded(item.name) + (item.value.map { "=" + percentEncoded($0) } ?? "")
    }
    return "\(scheme)://" + path.joined(separator: "/")
      + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }
}

private func percentEncoded(_ text: String) -> String {
  text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
}

/// RFC 3986's unreserved characters.
private let unreserved = CharacterSet(
  charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
