import Console
import Foundation
import Platform

/// Checks the configuration file and the environment variables.
struct ConfigurationCheck {
  let app: CommandLineApp
  let configuration: Configuration

  /// Everything that is wrong with keys and values.
  var findings: [String] { configuration.errors.map(\.description) }

  /// That settings have the names of modules before these were renamed, or that other users can
  /// read a secret in the file.
  var warnings: [String] {
    configuration.formerNames.map { name, current in
      "'\(name)' is the setting '\(current)' now, because its module was renamed; rename it, too"
    } + secrets
  }

  private var secrets: [String] {
    guard let file = configuration.file, let status = stat(at: file.path),
      status.st_mode & (S_IRGRP | S_IROTH) != 0, let content = try? ConfigurationFile(file),
      let secret = content.values.first(where: { $0.value.isAddressWithSecret })
    else { return [] }
    return [
      "other users can read '\(file.path)', and '\(secret.key.shownSetting)' may contain a secret; "
        + "run 'chmod 600 \(file.path.shellWord)'"
    ]
  }
}

extension String {
  /// Whether the text is an address with a user or a query.
  fileprivate var isAddressWithSecret: Bool {
    guard let address = URLComponents(string: self), address.host != nil else { return false }
    return address.user != nil || address.password != nil || address.query?.isEmpty == false
  }
}
