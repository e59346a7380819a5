import NetworkInterface

/// The tokens in use, each gotten once for all that wait for it.
actor Credentials {
  private var tokens: [String: Task<String, any Error>] = [:]

  /// A token of a credential that is not the one that expired.
  func token(of credential: Credential, replacing expired: String? = nil) async throws -> String {
    if let known = tokens[credential.name] {
      let token = try? await known.value
      if let token, token != expired { return token }
      // While this one waited, another may have seen to it.
      guard tokens[credential.name] == known else {
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
