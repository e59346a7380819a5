import Plugins

/// A plug-in, as the command `plugins` prints it.
struct PluginListing: Codable, Sendable {
  /// Whether the host starts a plug-in.
  enum State: String, Codable, Sendable, CaseIterable {
    /// It can be used.
    case trusted
    /// It differs from what the user trusted, so it is not started.
    case changed
    /// The user does not trust it.
    case untrusted
    /// It cannot be used, whether trusted or not.
    case broken
  }

  let name: String
  /// What it does; nil if it does not say it.
  let summary: String?
  let state: State
  /// Why it is not started, with the remedy; nil for a trusted one.
  let reason: String?
  /// The names of its tools when it was last started.
  let tools: [String]
}

extension PluginFolder {
  /// All plug-ins, whether trusted or not, with their states.
  func listings(in app: CommandLineApp) -> Result<[PluginListing], PluginFileError> {
    Result { () throws(PluginFileError) in
      let index = try index
      let names = allNames(in: index)
      let app = app.withoutPlugins
      return names.map { listing(of: $0, index[$0], in: app) }
    }
  }

  private func listing(
    of name: String, _ trusted: InstalledPlugin?, in app: CommandLineApp
  ) -> PluginListing {
    func listing(_ state: PluginListing.State, _ reason: (any Error)? = nil) -> PluginListing {
      PluginListing(
        name: name, summary: (try? manifest(of: name).summary) ?? trusted?.manifest.summary,
        state: state, reason: reason.map { "\($0)" }, tools: trusted?.tools.map(\.name) ?? [])
    }
    do {
      guard let trusted else {
        try manifest(of: name).check(in: app)
        return listing(.untrusted, PluginFileError.untrusted(name))
      }
      _ = try verify(trusted)
      try trusted.manifest.check(in: app)
      try trusted.manifest.checkTools(trusted.tools)
      return listing(.trusted)
    } catch {
      return listing(error.isChange ? .changed : .broken, error)
    }
  }
}

extension Error {
  /// Whether a plug-in is not what the user trusted.
  fileprivate var isChange: Bool {
    switch self as? PluginFileError {
    case .changed, .missing, .moved: true
    case _: false
    }
  }
}
