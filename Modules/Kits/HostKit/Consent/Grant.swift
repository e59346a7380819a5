import Console
import Foundation
import Mediator
import Platform
import Plugins

/// A program that calls actions, as well as this process can know it.
struct ClientIdentity: Codable, Hashable, Sendable, CustomStringConvertible {
  /// What kind of program it is.
  enum Kind: String, Codable, Sendable, CaseIterable {
    case assistant, plugin, program
  }

  let kind: Kind
  /// The name that an assistant says it has, which nothing proves; of a plug-in, its verified name;
  /// of a program, the name that the person has given to its token.
  let name: String
  /// The path of the program that started this process for an assistant; the digest of the trusted
  /// files of a plug-in, or of the token of a program. Nil if it is not known.
  var program: String?

  /// An assistant with the name that it says it has.
  static func assistant(_ name: String?, startedBy program: String?) -> ClientIdentity {
    ClientIdentity(kind: .assistant, name: (name ?? "").shownName, program: program)
  }

  /// A plug-in with its files as the person trusts them.
  static func plugin(_ plugin: InstalledPlugin) -> ClientIdentity {
    let files = plugin.files.map { "\($0.path)\n\($0.sha256 ?? "")" }
    return ClientIdentity(
      kind: .plugin, name: plugin.manifest.name,
      program: SHA256.name(of: files.joined(separator: "\n")))
  }

  /// A program with a token that the person has made for it.
  static func program(_ name: String, token: String) -> ClientIdentity {
    ClientIdentity(kind: .program, name: name.shownName, program: SHA256.name(of: token))
  }

  var description: String {
    switch kind {
    case .assistant:
      "the assistant '\(name)'" + (program.map { ", started by '\($0.shownName)'" } ?? "")
    case .plugin: "the plug-in '\(name)'"
    case .program: "the program '\(name)'"
    }
  }
}

/// That a person has consented to the calls of an action by a client, with the last of these calls.
struct Grant: Codable, Hashable, Sendable {
  /// A call to which the person has consented, written before it was made.
  struct Call: Codable, Hashable, Sendable {
    let date: Date
    let input: String
  }

  /// In place of the path of an action: all actions that read. Each program with a token has this
  /// grant, and ends with it.
  static let reading = "reads"
  /// The most calls that are kept.
  static let maximumCalls = 20

  /// Without a program, the first client with this name takes the grant for itself.
  var client: ClientIdentity
  /// The path of the action, such as `orders/add`.
  let action: String
  /// Whether it holds for further calls; otherwise the person is asked each time.
  var isStanding: Bool
  let since: Date
  /// The number of all calls.
  var callCount = 0
  /// The last calls, the oldest first.
  var calls: [Call] = []

  /// Whether the grant is about an action of a client.
  func matches(_ client: ClientIdentity, _ action: String) -> Bool {
    self.action == action && self.client.kind == client.kind && self.client.name == client.name
      && (self.client.program == nil || self.client.program == client.program)
  }

  mutating func record(_ call: Call, by client: ClientIdentity) {
    self.client = client
    callCount += 1
    calls = (calls + [call]).suffix(Self.maximumCalls)
  }
}

/// The file `host/grants/grants.json` in the app's data folder. Several processes may use it at the same
/// time: each change is made under a lock on its folder.
struct GrantStore: Sendable {
  private static let fileName = "grants.json"
  /// The most grants; one more removes the oldest, those that ask each time first.
  private static let maximumCount = 500

  private let folder: DataFolder

  init(in home: URL) {
    folder = DataFolder(
      home.appending(path: "\(AppFolder.host)/grants", directoryHint: .isDirectory))
  }

  /// All grants in the order of their beginnings.
  /// - Throws: `ConsentError.damagedGrants`.
  var grants: [Grant] {
    get throws(ConsentError) {
      do {
        return try JSON.decode([Grant].self, from: folder.content(of: Self.fileName))
      } catch POSIXError.ENOENT {
        return []
      } catch {
        throw .damagedGrants(
          folder.url.appending(path: Self.fileName).path,
          reason: error is POSIXError ? error.systemReason : "it is not what was written")
      }
    }
  }

  /// Changes the grants while no other process does.
  /// - Throws: `ConsentError.damagedGrants`, also if the file cannot be written; it is then
  ///   unchanged.
  func change<Result>(_ body: (inout [Grant]) throws -> Result) throws -> Result {
    do {
      try folder.create()
      return try FileLock.withLock(onFolder: folder.url) {
        folder.removeAbandonedFiles()
        let old = try grants
        var new = old
        let result = try body(&new)
        if new.count > Self.maximumCount {
          new.remove(at: new.firstIndex { !$0.isStanding } ?? 0)
        }
        if new != old { try folder.write(JSON.encode(new), to: Self.fileName) }
        return result
      }
    } catch let error as POSIXError {
      throw ConsentError.damagedGrants(folder.url.path, reason: error.systemReason)
    }
  }
}
