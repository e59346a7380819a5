import Console
import Documents
import Foundation
import Mediator
import ModuleTesting
import Testing

/// Files and links that another user has placed where a command writes. Only root can give them
/// away.
@Suite(
  .enabled(if: geteuid() == 0, "only root can give files to another user"),
  .timeLimit(.minutes(15)))
struct ForeignFilesTests {
  private static let (stranger, owner): (uid_t, uid_t) = (65_534, 65_533)
  private static let shared: mode_t = 0o1777

  private let temporary = TemporaryFolder()
  private let folder: String

  /// `shared`, in which everybody can place something, and `own` with `secret` and a pipe.
  init() throws {
    try FileManager.default.createDirectory(
      at: temporary.url.appending(path: "own/folder"), withIntermediateDirectories: true)
    folder = temporary.url.path
    try #require(mkdir(folder + "/shared", 0o700) == 0)
    chmod(folder + "/shared", Self.shared)
    try #require(mkdir(folder + "/shared/theirs", 0o755) == 0)
    try #require(chown(folder + "/shared/theirs", Self.stranger, Self.stranger) == 0)
    for name in ["secret", "folder/secret"] {
      try Data("secret".utf8).write(to: URL(filePath: "\(folder)/own/\(name)"))
    }
    try #require(mkfifo(folder + "/own/pipe", 0o600) == 0)
  }

  private func link(_ name: String, to target: String, of user: uid_t = stranger) throws {
    try #require(symlink(target, "\(folder)/\(name)") == 0)
    try #require(lchown("\(folder)/\(name)", user, user) == 0)
  }

  /// All files with their content, and all links with their targets.
  private var content: [String: String] {
    let names = FileManager.default.subpaths(atPath: folder) ?? []
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        let path = "\(folder)/\(name)"
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        let isPipe = name == "own/pipe"
        let text = isPipe ? "pipe" : try? String(contentsOfFile: path, encoding: .utf8)
        return (name, link ?? text ?? "")
      })
  }

  @Test(arguments: [
    // What is written, the link of the stranger, and what it leads to.
    ("shared/map.svg", "shared/map.svg", "../own/secret"),
    ("shared/map.svg", "shared/map.svg", "../own/missing"),
    ("shared/folder/map.svg", "shared/folder", "../own/folder"),
    ("shared/folder/secret", "shared/folder", "../own/folder"),
    ("shared/folder/../secret", "shared/folder", "../own/folder"),
    ("own/../shared/./map.svg", "shared/map.svg", "../own/secret"),
    ("shared/theirs/map.svg", "shared/theirs/map.svg", "../../own/secret"),
    ("shared/theirs/folder/secret", "shared/theirs/folder", "../../own/folder"),
  ])
  func `nothing is written through a link that another user has placed in a shared folder`(
    name: String, foreign: String, target: String
  ) throws {
    // Without the sticky bit, the system would follow the link.
    if foreign == "shared/map.svg" { chmod(folder + "/shared", 0o777) }
    try link(foreign, to: target)
    let before = content
    let error = #expect(throws: NamedFileError.self) {
      try NamedFile("\(folder)/\(name)").write(.text("x"))
    }
    guard case .foreignLink(let path) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(URL(filePath: path).lastPathComponent == URL(filePath: foreign).lastPathComponent)
    #expect(throws: NamedFileError.self) { try NamedFile("\(folder)/\(name)").create(.text("x")) }
    #expect(content == before)
  }

  @Test(arguments: [
    ("shared/pipe", "own/pipe", NamedFileError.noReader("shared/pipe")),
    (
      "shared/map.svg", "shared/map.svg",
      .unusable("shared/map.svg", reason: "too many levels of symbolic links")
    ),
    ("shared/folder/", "own/folder", .notAFile("shared/folder/")),
  ])
  func `the system refuses what cannot be written before the link is checked`(
    name: String, target: String, error: NamedFileError
  ) throws {
    let path = name.hasSuffix("/") ? String(name.dropLast()) : name
    try link(path, to: "../\(target)")
    let before = content
    let thrown = #expect(throws: NamedFileError.self) {
      try NamedFile("\(folder)/\(name)").write(.text("x"))
    }
    #expect(thrown?.description.replacing("\(folder)/", with: "") == error.description)
    #expect(content == before)
  }

  @Test func `a link of another user is found behind one's own, also where its target is absolute`()
    throws
  {
    try link("shared/map.svg", to: folder + "/own/secret")
    try link("shared/folder", to: folder + "/own/folder")
    try link("first", to: folder + "/shared/map.svg", of: 0)
    try link("second", to: "first", of: 0)
    try link("third", to: "shared/folder/../secret", of: 0)
    let before = content
    for (name, foreign) in [("second", "map.svg"), ("third", "folder")] {
      #expect(throws: NamedFileError.foreignLink("\(folder)/shared/\(foreign)")) {
        try NamedFile("\(folder)/\(name)").write(.text("x"))
      }
    }
    #expect(content == before)
  }

  @Test(
    arguments: [
      // The mode and the owner of the folder, and the owner of the link or the file.
      (shared, 0, 0), (shared, owner, 0), (shared, owner, owner), (shared, stranger, stranger),
      (0o1775, 0, stranger), (0o755, owner, stranger),
    ] as [(mode_t, uid_t, uid_t)])
  func `one's own links and files are written, and others where users share no folder`(
    mode: mode_t, folderOwner: uid_t, owner: uid_t
  ) throws {
    try link("shared/map.svg", to: "../own/secret", of: owner)
    try link("shared/new.svg", to: "../own/new.svg", of: owner)
    try Data("old".utf8).write(to: URL(filePath: folder + "/shared/file"))
    try #require(chown(folder + "/shared/file", owner, owner) == 0)
    try #require(chown(folder + "/shared", folderOwner, folderOwner) == 0)
    chmod(folder + "/shared", mode)
    for (name, target) in [
      ("shared/map.svg", "own/secret"), ("shared/new.svg", "own/new.svg"),
      ("shared/file", "shared/file"),
    ] {
      try NamedFile("\(folder)/\(name)").write(.text("x"))
      #expect(content[target] == "x")
    }
    #expect(content["shared/map.svg"] == "../own/secret")
  }

  @Test(arguments: [shared, 0o777])
  func `a file or a pipe of another user in a shared folder is not written`(mode: mode_t) throws {
    chmod(folder + "/shared", mode)
    let (file, pipe) = (folder + "/shared/map.svg", folder + "/shared/pipe")
    try Data("old".utf8).write(to: URL(filePath: file))
    try #require(mkfifo(pipe, 0o666) == 0)
    let reader = try #require(FileHandle(forUpdatingAtPath: pipe))
    for path in [file, pipe] {
      try #require(chown(path, Self.stranger, Self.stranger) == 0)
      #expect(throws: NamedFileError.foreignFile(path)) { try NamedFile(path).write(.text("x")) }
    }
    #expect(throws: NamedFileError.exists(file)) { try NamedFile(file).create(.text("x")) }
    var waiting: Int32 = 0
    #expect(ioctl(reader.fileDescriptor, UInt(FIONREAD), &waiting) == 0 && waiting == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/shared").count == 3)
  }

  @Test func `a free name is not that of a link, of any user`() throws {
    try link("shared/map.svg", to: "../own/missing")
    try link("shared/map-2.svg", to: "../own/missing", of: 0)
    let file = try NamedFile(folder + "/shared/map.svg").createUnderFreeName(.text("x"))
    #expect(file.path == folder + "/shared/map-3.svg")
    #expect(content["own/missing"] == nil)
  }

  /// The system makes the checks that it makes for any program; root passes those of permissions.
  @Test func `a file that the user may not write is not replaced`() async {
    await #expect(processExitsWith: .success) {
      try #require(setgid(65_534) == 0 && setuid(65_534) == 0)
      var name = Array("/tmp/interchange-XXXXXX".utf8CString)
      let path = try #require(mkdtemp(&name).map { String(cString: $0) })
      defer { try? FileManager.default.removeItem(atPath: path) }
      let file = path + "/map.svg"
      try NamedFile(file).write(.text("old"))
      chmod(file, 0o444)
      #expect(throws: NamedFileError.unusable(file, reason: "permission denied")) {
        try NamedFile(file).write(.text("new"))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["map.svg"])
      chmod(file, 0o640)
      try NamedFile(file).write(.text("new"))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "new")
    }
  }
}
