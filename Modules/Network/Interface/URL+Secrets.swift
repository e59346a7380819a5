package import Foundation

extension URL {
  /// The address without user, password, query and fragment, which may be secret.
  package var withoutSecrets: String {
    var components = URLComponents()
    components.scheme = scheme
    components.host = host(percentEncoded: false)
    components.port = port
    components.path = path(percentEncoded: false)
    return components.string ?? host() ?? ""
  }
}
