import Foundation
import NetworkInterface
import Platform

/// The whole addresses of feeds that have a user, a password or a query, all in the file
/// `secrets.json`. The entries of the catalogue have a digest in place of these.
struct SecretAddresses: Sendable {
  private static let path = "secrets.json"
  private static let damagedPath = "secrets-damaged.json"

  /// The folder of the module.
  let folder: DataFolder

  /// The addresses by the name of their entry, such as `catalogue/porto`; empty when the file
  /// cannot be read.
  var known: [String: String] { (try? read()) ?? [:] }

  /// Changes the addresses while no other process does.
  /// - Throws: `POSIXError`, or the reason why the file cannot be read; it is then unchanged.
  func update(_ change: (inout [String: String]) -> Void) throws {
    if let earlier = try? read() {
      var expected = earlier
      change(&expected)
      guard expected != earlier else { return }
    }
    try folder.create()
    try FileLock.withLock(onFolder: folder.url) {
      var addresses = try readOrSetAside()
      change(&addresses)
      try folder.write(JSONEncoder().encode(addresses), to: Self.path)
    }
  }

  private func read() throws -> [String: String] {
    let content: Data
    do { content = try folder.content(of: Self.path) } catch POSIXError.ENOENT { return [:] }
    return try JSONDecoder().decode([String: String].self, from: content)
  }

  /// Copies a damaged file, of which a person may be able to read a part, before it is replaced.
  private func readOrSetAside() throws -> [String: String] {
    do {
      return try read()
    } catch is DecodingError {
      let content = try folder.content(of: Self.path)
      try folder.write(content, to: Self.damagedPath)
      return [:]
    }
  }
}

extension [String: String] {
  /// The whole address that an entry contains as `id`; nil if its secrets are not known.
  func address(of entry: String, id: String) -> String? {
    if let address = self[entry], address.addressID == id { return address }
    // An address without secrets is its own id, and so is one that an earlier version stored.
    return id.hasSecrets || id.shownAddress == id ? id : nil
  }
}
