import NetworkInterface

/// The current token of each credential. Concurrent requests for a token share one renewal.
actor TokenStore {
  private var tokens: [String: Task<String, any Error>] = [:]

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
    tokens[credential.name] = renewal
    do {
      return try await renewal.value
    } catch {
      if tokens[credential.name] == renewal { tokens[credential.name] = nil }
      throw error
    }
  }
}
