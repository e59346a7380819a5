public import Foundation

extension Mediator {
  /// Calls a remote action by a URL such as `metro://routing/plan?from=Trindade&to=Aliados`;
  /// answers in JSON.
  /// - Throws: `MediatorError`, or the answering module's own error.
  public func perform(url text: String, scheme: String = "metro") async throws -> Data {
    guard let url = URLComponents(string: text) else {
      throw MediatorError.badURL(text, reason: "it is not a URL")
    }
    guard url.scheme == scheme else {
      throw MediatorError.badURL(text, reason: "expected it to start with '\(scheme)://'")
    }
    let path = url.path.split(separator: "/")
    guard let target = url.host, let action = path.first, path.count == 1 else {
      throw MediatorError.badURL(text, reason: "expected '\(scheme)://target/action?name=value'")
    }
    var parameters = Parameters()
    for item in url.queryItems ?? [] { parameters.append(item.value ?? "", for: item.name) }
    return try await perform(
      target: target, action: String(action), parameters: parameters, from: .remote)
  }
}
