import NetworkInterface

/// The current token of each credential. Concurrent requests for a token share one renewal.
actor TokenStore {
  /// The number of credentials whose tokens are kept, since each session may have a credential of
  /// its own. One that is forgotten is renewed when it is used again.
  static let limit = 100

  private var tokens: [String: Task<String, any Error>] = [:]
  /// The names of the credentials with a token, the one that was renewed last at the end.
  private var names: [String] = []

  /// Returns the token of a credential, and renews it if it is missing or equals `expired`.
  func token(of credential: Credential, replacing expired: String? = nil) async throws -> String {
    if let current = tokens[credential.name] {
      let token = try? await current.value
      if let token, token != expired { return token }
      // Another caller may have renewed the token during the wait.
      guard tokens[credential.name] == current else {
        return try await self.token(of: credential, replacing: expired)
      }
    }
    let renewal = Task { try await credential.renew(expired) }
    keep(renewal, for: credential.name)
    do {
      return try await renewal.value
    } catch {
      if tokens[credential.name] == renewal { keep(nil, for: credential.name) }
      throw error
    }
  }

  private func keep(_ renewal: Task<String, any Error>?, for name: String) {
    names.removeAll { $0 == name }
    tokens[name] = renewal
    guard renewal != nil else { return }
    names.append(name)
    if names.count > Self.limit { tokens[names.removeFirst()] = nil }
  }
}
