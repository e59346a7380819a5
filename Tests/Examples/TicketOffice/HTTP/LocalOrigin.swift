/// A server on this machine, as its clients name it.
///
/// A page of the web can send requests to this machine, too: to its address, with the page's
/// origin, or to a name of the page whose address has become that of this machine (DNS rebinding).
struct LocalOrigin {
  let port: UInt16

  private var hosts: [String] { ["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" } }

  /// Checks that a request names this server, and does not come from a page of another one.
  ///
  /// Source: RFC 9110, sections 7.2 and 15.5.20, and RFC 6454.
  func check(_ head: HTTPHead) throws(HTTPFailure) {
    guard let host = head.fields["host"] else {
      throw HTTPFailure(400, "the header field 'Host' is missing; expected '\(hosts[0])'")
    }
    guard hosts.contains(host.lowercased()) else {
      throw HTTPFailure(421, "'\(host.prefix(40))' is not this server; expected '\(hosts[0])'")
    }
    guard let origin = head.fields["origin"] else { return }
    guard hosts.contains(where: { "http://\($0)" == origin.lowercased() }) else {
      throw HTTPFailure(
        403, "a page of '\(origin.prefix(40))' may not send requests to this server")
    }
  }
}
