import Foundation
import ModuleTesting
import Testing

@testable import HostKit

@Suite struct DataFolderCheckTests {
  private let folder = TemporaryFolder()

  private func findings(_ folder: URL) -> [String]? {
    CommandLineApp.shop([]).checks(in: folder)["data folder"]?.findings
  }

  @Test func `a data folder that is a file is reported`() {
    let found = findings(URL(filePath: #filePath))
    #expect(found?.first?.contains("set SHOP_HOME") == true)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
  func `a data folder that cannot be created is reported`() throws {
    let root = folder.url.path
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data().write(to: folder.url.appending(path: "file"))
    #expect(symlink("/nowhere", root + "/link") == 0)
    #expect(symlink("loop", root + "/loop") == 0)
    let long = String(repeating: "a", count: 300)
    let reasons = [
      ("/proc/shop", "'/proc/shop' cannot be created: no such file or directory; set SHOP_HOME"),
      ("/proc/a/b/c", "'/proc/a/b/c' cannot be created: no such file or directory; set SHOP_HOME"),
      ("/dev/null/a", "'/dev/null' is a file; set SHOP_HOME"),
      ("\(root)/file/a/b", "'\(root)/file' is a file; set SHOP_HOME"),
      ("\(root)/link", "'\(root)/link' is a link to '/nowhere', which does not exist; set SHOP"),
      ("\(root)/link/a/b", "'\(root)/link' is a link to '/nowhere', which does not exist; set"),
      ("\(root)/loop/a", "'\(root)/loop' is a link to 'loop', which does not exist; set SHOP_HOME"),
      ("\(root)/\(long)", "'\(root)/\(long)' cannot be created: file name too long; set SHOP_HOME"),
    ]
    for (path, reason) in reasons {
      let found = findings(URL(filePath: path))
      #expect(found?.count == 1 && found?.first?.hasPrefix(reason) == true, "\(found ?? [])")
    }
    #expect(findings(folder.url.appending(path: "a/b")) == [])
    let left = try FileManager.default.contentsOfDirectory(atPath: root)
    #expect(left.sorted() == ["file", "link", "loop"])
  }

  @Test func `a link to a folder has no finding`() throws {
    let target = folder.url.appending(path: "target")
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    let link = folder.url.appending(path: "link")
    #expect(symlink("target", link.path) == 0)
    #expect(findings(link) == [])
    #expect(findings(link.appending(path: "a")) == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: target.path) == [])
  }

  @Test func `a relative data folder is a warning`() {
    let checks = CommandLineApp.shop([]).checks(in: folder.url, environment: ["SHOP_HOME": "data"])
    let check = checks["data folder"]
    #expect(check?.warnings.first?.hasPrefix("SHOP_HOME is the relative path 'data', so") == true)
  }

  @Test func `a link in the data folder that leads nowhere is reported`() throws {
    let link = folder.url.appending(path: "bookmarks/dangling")
    try FileManager.default.createDirectory(
      at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "/nowhere/a")
    let finding = "'\(link.path)' is a link to '/nowhere/a', which does not exist; move it away"
    #expect(findings(folder.url) == [finding])
  }

  @Test(.enabled(if: geteuid() != 0))
  func `a file in the data folder that cannot be read is reported`() throws {
    let file = folder.url.appending(path: "bookmarks/file")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: file)
    #expect(chmod(file.path, 0) == 0)
    let found = findings(folder.url)?.first
    #expect(found?.hasPrefix("'\(file.path)' cannot be read") == true)
    #expect(found?.contains("chmod") == true)
  }
}
