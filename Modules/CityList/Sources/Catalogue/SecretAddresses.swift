import Foundation
import ModuleManager
import NetworkInterface

/// The whole addresses of feeds that have a user, a password or a query, all in the file
/// `secrets.json`. The entries of the catalogue have a digest in place of these.
struct SecretAddresses: Sendable {
  private static let path = "secrets.json"

  /// The folder of the module.
  let folder: DataFolder

  /// The addresses by the name of their entry, such as `catalogue/porto`.
  var all: [String: String] {
    let content = try? Data(contentsOf: folder.url.appending(path: Self.path))
    return content.flatMap { try? JSONDecoder().decode([String: String].self, from: $0) } ?? [:]
  }

  /// Changes the addresses while no other process does.
  /// - Throws: `POSIXError`.
  func update(_ change: (inout [String: String]) -> Void) throws {
    var expected = all
    change(&expected)
    guard expected != all else { return }
    try folder.create()
    try FileLock.withLock(onFolder: folder.url) {
      var addresses = all
      change(&addresses)
      try folder.write(JSONEncoder().encode(addresses), to: Self.path)
    }
  }
}

extension [String: String] {
  /// The whole address that an entry contains as `id`; without a known one, the part that is not
  /// secret.
  func address(of entry: String, id: String) -> String {
    if let address = self[entry], address.addressID == id { return address }
    return id.hasSecrets ? id : id.shownAddress
  }
}
