/// What makes a caller known to a server: a token that may expire, sent as `Authorization: Bearer`
/// to the first address of a request and to no other host.
public struct Credential: Sendable {
  /// What tells it from other credentials; whoever has the same name shares one token.
  public let name: String
  /// Gets a token: the first one when nil is given, otherwise one in place of that expired one.
  public let renew: @Sendable (_ expired: String?) async throws -> String

  /// A credential whose tokens come from `renew`, which is called once for all that wait for one.
  public init(
    _ name: String, renew: @escaping @Sendable (_ expired: String?) async throws -> String
  ) {
    self.name = name
    self.renew = renew
  }
}

extension Credential: Hashable {
  /// Whether both have one name.
  public static func == (first: Credential, second: Credential) -> Bool {
    first.name == second.name
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
