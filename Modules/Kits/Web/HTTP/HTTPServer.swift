import Foundation
import Platform

/// An HTTP/1.1 server for the pages of an app.
///
/// ```swift
/// let server = try HTTPServer(port: 8080) { request in
///   request.path == ["time"] ? .text("\(Date())") : .text("no such page", status: 404)
/// }
/// defer { server.stop() }
/// ```
///
/// One thread reads and writes for all connections; each request is handled by a task, which is
/// cancelled when its client has gone. The requests of one connection are handled one after the
/// other. A waiting server uses no processor time.
package final class HTTPServer: Sendable {
  /// Answers a request; nil to close the connection without an answer.
  package typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse?

  private let listeners: HTTPListeners
  private let signal: HTTPSignal

  /// Starts a server for the programs of this machine.
  /// - Parameters:
  ///   - addresses: Addresses of this machine, such as `192.168.1.5`, at which others can connect,
  ///     too.
  ///   - port: The port; 0 for one that is free.
  ///   - hosts: Returns the names of this server with its port, as clients write them in the field
  ///     `Host`. Requests with another name are refused with the status 421.
  ///   - failure: Renders the refusal of a request that is not handled, with its target if that has
  ///     arrived. It must return soon, with data as the body.
  /// - Throws: `PortError` when the port cannot be used.
  package init(
    also addresses: [String] = [], port: UInt16,
    hosts: (_ port: UInt16) -> [String] = HTTPServer.localHosts, limits: HTTPLimits = HTTPLimits(),
    failure: @escaping @Sendable (HTTPFailure, String?) -> HTTPResponse = { failure, _ in
      .text(of: failure)
    },
    handler: @escaping Handler
  ) throws {
    signal = try HTTPSignal()
    listeners = try HTTPListeners(also: addresses, port: port)
    let service = HTTPConnection.Service(
      hosts: hosts(listeners.port).map { $0.lowercased() }, limits: limits, failure: failure,
      handler: handler)
    Thread.detachNewThread { [listeners, signal] in
      HTTPServerLoop(listeners, signal, service).run()
    }
  }

  deinit { stop() }

  package var port: UInt16 { listeners.port }

  /// Closes all connections, and cancels what is done for them. The port can be used again at once.
  package func stop() {
    listeners.close()
    signal.stop()
  }

  /// The names of a server on this machine: `localhost`, `127.0.0.1` and `[::1]`, with its port.
  package static func localHosts(port: UInt16) -> [String] {
    let names = ["localhost", "127.0.0.1", "[::1]"]
    // Clients leave the usual port out.
    return names.map { "\($0):\(port)" } + (port == 80 ? names : [])
  }
}
