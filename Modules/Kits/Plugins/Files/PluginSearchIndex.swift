import Channel
import Console
package import Foundation
import Mediator
import Platform

/// The plug-ins that somebody publishes: a JSON file, which anybody may have written.
///
/// ```json
/// {"plugins": [
///   {"name": "weather", "summary": "Weather at a place", "version": "1.4.2",
///    "source": "https://example.org/weather-1.4.2.tar.gz#sha256=<64 hexadecimal digits>",
///    "requires": ">=0.3 <1", "tags": ["rain", "wind"]}
/// ]}
/// ```
package struct PluginSearchIndex: Sendable {
  /// The maximum size of the file in bytes.
  package static let maximumSize = 4 << 20
  /// The maximum number of plug-ins.
  private static let maximumEntries = 10_000

  /// A plug-in that is published.
  package struct Entry: Codable, Hashable, Sendable {
    /// The name in its `plugin.json`.
    package let name: String
    /// What it does, in one line without a full stop.
    package let summary: String
    /// The version, such as `1.4.2`.
    package let version: String
    /// The text of a `PluginSource` that always has the same files.
    package let source: String
    /// The versions of the app with which it works, such as `>=0.3 <0.5`; nil for all.
    package let requires: String?
    /// Further words for it; nil for none.
    package let tags: [String]?
  }

  /// The plug-ins in the order of their names.
  package let entries: [Entry]
  /// Where the index is, for errors.
  private let location: String

  /// Reads an index.
  /// - Parameter location: Its path or address. One that begins with `https://` may name only
  ///   sources that other machines can reach.
  /// - Throws: `PluginFileError.badSearchIndex` with the first problem.
  package init(_ json: Data, from location: String) throws(PluginFileError) {
    struct Content: Decodable { let plugins: [Entry] }
    func bad(_ reason: String) -> PluginFileError {
      .badSearchIndex(location, reason: "\(reason); tell its author")
    }
    guard json.count <= Self.maximumSize else {
      throw bad("it has more than \(Self.maximumSize >> 20) MB")
    }
    guard StreamSafeText.isSafe(json: json) else { throw bad(StreamSafeText.reason) }
    guard JSONMembers(json) != nil else {
      throw bad("expected a JSON object, in which each name occurs once")
    }
    let content: Content
    do { content = try JSON.decode(Content.self, from: json) } catch { throw bad(error.plainText) }
    guard content.plugins.count <= Self.maximumEntries else {
      throw bad("it has more than \(Self.maximumEntries) plug-ins")
    }
    var names: Set<String> = []
    for entry in content.plugins {
      let shown = entry.name.printable.shortened(to: 60)
      guard names.insert(entry.name).inserted else { throw bad("it has '\(shown)' twice") }
      if let problem = entry.problem(isRemote: location.isSecureAddress) {
        throw bad("'\(shown)' in it has \(problem)")
      }
    }
    entries = content.plugins.sorted { $0.name < $1.name }
    self.location = location
  }

  /// Reads an index from a file.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - location: Where the file comes from: `path`, or an address.
  /// - Throws: `PluginFileError.badSearchIndex`.
  package init(fileAt path: String, from location: String) throws(PluginFileError) {
    let content: Data?
    do { content = try FileHandle.reading(path).read(upToCount: Self.maximumSize + 1) } catch {
      throw .badSearchIndex(
        location, reason: "\(error.systemReason); check the setting 'plugins.index'")
    }
    try self.init(content ?? Data(), from: location)
  }

  /// Whether a text can be where an index is: an absolute path, or an address that is shown and
  /// stored; or is empty, for no index. A relative path would depend on the working directory.
  package static func isLocation(_ text: String) -> Bool {
    text.isSecureAddress
      ? !text.utf8.contains(where: "@?#".utf8.contains) : text.isEmpty || text.isAbsolutePath
  }

  /// The plug-in of a name.
  /// - Throws: `PluginFileError.unlisted` without one.
  package func entry(named name: String) throws(PluginFileError) -> Entry {
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw .unlisted(
        name, index: location, nearest: entries.map(\.name).nearest(to: name).first)
    }
    return entry
  }

  /// The plug-ins whose names, summaries and tags contain all of some words, in upper or lower case.
  package func entries(matching words: [String]) -> [Entry] {
    entries.filter { entry in
      let text = ([entry.name, entry.summary] + (entry.tags ?? [])).joined(separator: "\n")
        .lowercased()
      return words.allSatisfy { text.contains($0.lowercased()) }
    }
  }
}

extension PluginSearchIndex.Entry {
  /// Whether there is a plug-in of the name, whether trusted or not.
  package func isInstalled(in folder: PluginFolder) -> Bool {
    name != PluginFolder.temporary && PluginFile(folder.folder(of: name).path).isFolder
  }

  /// What is wrong, after "it has"; nil for nothing.
  fileprivate func problem(isRemote: Bool) -> String? {
    guard name.isPluginName else { return "no name in kebab case, such as 'bus-times'" }
    guard summary.isShownLine(ofAtMost: 200) else {
      return "no 'summary' of a line of at most 200 visible characters"
    }
    guard VersionRange.isVersion(version) else { return "no 'version' such as '1.4.2'" }
    guard requires.map({ VersionRange($0) != nil }) ?? true else {
      return "no range such as '>=0.3 <1' as 'requires'"
    }
    guard tags?.count ?? 0 <= 20, tags?.allSatisfy({ $0.isShownLine(ofAtMost: 40) }) ?? true else {
      return "no 'tags' of at most 20 texts of at most 40 visible characters"
    }
    guard let source = try? PluginSource(stored: source), source.isFixed else {
      return "no 'source' with a digest or the whole id of a commit, and without a password"
    }
    guard !isRemote || source.isRemote else { return "a 'source' that is on this machine" }
    return nil
  }
}

extension String {
  /// Whether the text is a line with as many visible characters as it says.
  fileprivate func isShownLine(ofAtMost count: Int) -> Bool {
    !isEmpty && self.count <= count && self == printable
  }
}
