import Foundation
import ModuleTesting
import Testing

@testable import Plugins

@Suite struct PluginSourceTests {
  private static let digest = String(repeating: "0f", count: 32)
  private let temporary = TemporaryFolder()

  @Test(arguments: [
    (text: "/a/../weather", source: PluginSource.folder("/weather")),
    (
      "git+https://example.org/weather.git",
      .repository("https://example.org/weather.git", revision: nil)
    ),
    (
      "git+file:///weather#release/v1.2",
      .repository("file:///weather", revision: "release/v1.2")
    ),
    ("/a/../weather.tar.gz", .archive("/weather.tar.gz", sha256: nil)),
    ("/weather.tgz#sha256=\(digest)", .archive("/weather.tgz", sha256: digest)),
    (
      "https://example.org/v1.2/tarball#sha256=\(digest.uppercased())",
      .archive("https://example.org/v1.2/tarball", sha256: digest)
    ),
    ("/weather#1", .folder("/weather#1")),
  ])
  func `a plug-in comes from a folder, an archive or a repository`(
    text: String, source: PluginSource
  ) throws {
    #expect(try PluginSource(text) == source)
    #expect(try PluginSource(source.text) == source)
  }

  @Test(arguments: [
    "https://example.org/weather.zip", "git+ssh://example.org/weather", "git+ext::sh -c ls",
    "git+https://", "git+https://example.org/a b", "git+https://example.org/a#--upload-pack=ls",
    "git+https://example.org/a#", "git+https://example.org/a#a..b", "git+https://example.org/a#a:b",
    "git+--upload-pack=ls", "git+https://ana:pa55@example.org/a",
    "git+ssh://ana:pa55@example.org/a", "git+https://example.org/a?key=1",
    "http://example.org/a.tar.gz", "http://ana:pa55@example.org/a.tar.gz",
    "https://ana:pa55@example.org/a.tar.gz", "https://example.org/a.tar.gz?key=pa55",
    "https://example.org/a.tar.gz#v1", "https://example.org/a.tar.gz#sha256=12",
    "https://example.org/#a#sha256=\(digest)", "https://example.org/a b.tar.gz",
    "https://example.org/\u{1B}", "weather.zip", "weather.tar", "weather.tar.gz#sha256=",
  ])
  func `what cannot be fetched, or could be taken for something else, is refused`(text: String) {
    let error = #expect(throws: PluginFileError.self) { try PluginSource(text) }
    #expect(error?.description.hasPrefix("cannot take a plug-in from '") == true)
    #expect(error?.description.contains("pa55") == false)
  }

  @Test(arguments: [".tar", ".zip", ".tar.gz", ".git"])
  func `a folder may be named like an archive`(end: String) throws {
    let path = temporary.url.appending(path: "weather\(end)").standardizedFileURL.path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(try PluginSource(path) == .folder(path))
    #expect(try PluginSource(stored: path) == .folder(path))
  }

  @Test(arguments: [
    "https://example.org/weather.git", "https://example.org/weather.git#v1.2",
    "https://example.org/weather.git#sha256=\(digest)",
  ])
  func `the address of a repository without its prefix is refused`(text: String) {
    #expect(
      throws: PluginFileError.badSource(
        text, reason: "the address of a repository begins with 'git+https://'")
    ) {
      try PluginSource(text)
    }
  }

  @Test(arguments: [
    (text: "/weather.tgz#sha256=\(digest.uppercased())", isStored: true),
    ("https://example.org/A#sha256=\(digest.uppercased())", true),
    ("git+https://example.org/A#\(digest.uppercased())", true),
    ("/a/../weather.tgz#sha256=\(digest.uppercased())", false), ("weather", false),
  ])
  func `a stored source has an absolute path, and a digest in upper or lower case`(
    text: String, isStored: Bool
  ) {
    #expect(((try? PluginSource(stored: text)) != nil) == isStored)
  }

  @Test(arguments: [
    ("/weather", false), ("https://example.org/a", false),
    ("https://example.org/a#sha256=\(digest)", true), ("git+https://example.org/a", false),
    ("git+https://example.org/a#v1", false), ("git+https://example.org/a#\(digest)", true),
    ("git+https://example.org/a#\(digest.prefix(40))", true),
    ("git+https://example.org/a#\(digest.prefix(39))", false),
    ("git+https://example.org/a#\(digest.prefix(39))g", false),
  ])
  func `a source is fixed by a digest or a commit`(text: String, isFixed: Bool) throws {
    #expect(try PluginSource(text).isFixed == isFixed)
  }

  @Test(arguments: [
    (range: ">=0.3", version: "0.3.0", isIn: true), (">=0.3", "0.2.9", false),
    (">=0.3 <0.5", "0.4.12", true), (">=0.3 <0.5", "0.5.0", false), (">0.3", "0.3.0", false),
    ("<=1.2.3", "1.2.3", true), ("<=1.2.3", "1.2.4", false), (">=0.9", "0.10.0", true),
    (">=0.3", "0.3.1-dev", true), (">=0.3", "newest", false),
  ])
  func `a range contains versions`(range: String, version: String, isIn: Bool) throws {
    #expect(try #require(VersionRange(range)).contains(version) == isIn)
  }

  @Test(arguments: ["", "0.3", "^0.3", ">=", ">=0.3.1.2", ">=a", ">= 0.3", "=>1", ">=9999999999"])
  func `another text is no range`(text: String) {
    #expect(VersionRange(text) == nil)
  }
}
