import TestSupport

@testable import Web

/// TestSupport has a server of the same name.
typealias HTTPServer = Web.HTTPServer

extension HTTPClient {
  /// Connects to a server.
  convenience init(_ server: HTTPServer) throws { try self.init(port: server.port) }
}
