import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Testing

@Suite(.timeLimit(.minutes(15))) struct DataFolderTests {
  private struct Failure: Error {}

  private let temporary = TemporaryFolder()
  private var folder: DataFolder { DataFolder(temporary.url.appending(path: "data/module")) }

  private func content(of path: String) throws -> String {
    try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
  }

  private func mode(of path: String) throws -> Int {
    let path = folder.url.appending(path: path).path
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func createAbandonedFile() throws -> URL {
    try folder.write(Data(), to: "other")
    let file = folder.url.appending(path: "temporary/abandoned")
    try Data("half".utf8).write(to: file)
    return file
  }

  @Test func `a file is read, and nothing else: a pipe would never end`() throws {
    try folder.write(Data("text".utf8), to: "a/file")
    #expect(try folder.content(of: "a/file") == Data("text".utf8))
    try #require(mkfifo(folder.url.appending(path: "pipe").path, 0o600) == 0)
    for (path, code) in [
      ("missing", POSIXErrorCode.ENOENT), ("a", .EISDIR), ("pipe", .EINVAL),
    ] {
      #expect(throws: POSIXError(code)) { try folder.content(of: path) }
    }
  }

  @Test(arguments: [DataFolder.Durability.synchronized, .deferred])
  func `a file is created with its folders, and replaced`(durability: DataFolder.Durability) throws
  {
    for text in ["old", "new"] {
      try folder.write(Data(text.utf8), to: "a/b/file", durability: durability)
      #expect(try content(of: "a/b/file") == text)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/a/b") == ["file"])
  }

  @Test func `only the current user can read files and folders`() throws {
    try folder.write(Data(), to: "a/file")
    for path in ["..", ".", "a", "temporary"] { #expect(try mode(of: path) == 0o700) }
    #expect(try mode(of: "a/file") == 0o600)
  }

  /// A folder on another disk than the temporary files; nil when there is none.
  private static let otherDisk = ["/dev/shm", "/var/tmp", "/tmp"].first {
    FileManager.default.isWritableFile(atPath: $0)
      && device(of: $0) != device(of: FileManager.default.temporaryDirectory.path)
  }

  private static func device(of path: String) -> dev_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_dev : nil
  }

  @Test(.enabled(if: otherDisk != nil))
  func `a file in a folder that is a link to another disk is replaced`() throws {
    let other = URL(filePath: try #require(Self.otherDisk)).appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: other) }
    try folder.create()
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "cities"), withDestinationURL: other)
    for text in ["old", "new"] { try folder.write(Data(text.utf8), to: "cities/porto") }
    #expect(try content(of: "cities/porto") == "new")
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == ["porto"])
    let temporary = folder.url.path + "/temporary"
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
  }

  @Test func `a failed write leaves the old content and no temporary file`() throws {
    try folder.write(Data("old".utf8), to: "file")
    #expect(throws: Failure.self) {
      try folder.replaceFile(at: "file") { file in
        try Data("new".utf8).withUnsafeBytes { try file.write($0) }
        throw Failure()
      }
    }
    #expect(try content(of: "file") == "old")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/temporary")
    #expect(names.isEmpty)
  }

  @Test func `a file is removed, and a missing one is reported`() throws {
    try folder.write(Data(), to: "a/file")
    try folder.remove("a/file")
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "a/file").path))
    #expect(throws: POSIXError(.ENOENT)) { try folder.remove("a/file") }
  }

  @Test func `a file in the place of a folder is reported`() throws {
    try folder.write(Data(), to: "file")
    #expect(throws: POSIXError(.ENOTDIR)) { try folder.write(Data(), to: "file/inner") }
    #expect(throws: POSIXError(.ENOTDIR)) {
      try DataFolder(folder.url.appending(path: "file")).create()
    }
  }

  @Test func `the temporary file of a killed writer is removed, that of an active one is not`()
    throws
  {
    let abandoned = try createAbandonedFile()
    try folder.replaceFile(at: "file") { _ in
      #expect(folder.abandonedFiles.map(\.lastPathComponent) == ["abandoned"])
      folder.removeAbandonedFiles()
      #expect(!FileManager.default.fileExists(atPath: abandoned.path))
    }
    #expect(try content(of: "file").isEmpty)
  }

  @Test func `what no module has created is not a temporary file`() throws {
    try folder.create()
    let stray = folder.url.appending(path: "temporary/folder")
    try FileManager.default.createDirectory(at: stray, withIntermediateDirectories: true)
    #expect(folder.abandonedFiles.isEmpty)
  }

  @Test func `temporary files of earlier versions are abandoned after a minute`() throws {
    func create(_ path: String, age: TimeInterval) throws -> URL {
      try folder.write(Data("half".utf8), to: path)
      let file = folder.url.appending(path: path)
      try FileManager.default.setAttributes(
        [.modificationDate: Date.now - age], ofItemAtPath: file.path)
      return file
    }
    let id = UUID()
    let names = ["cities/.porto.city.\(id)", ".doctor-\(id)", "a/b/.dat.nosync1f2e.VgGmZs"]
    let abandoned = try names.map { try create($0, age: 90) }
    let others = try [
      create(".porto.city.\(UUID())", age: 10), create(".note", age: 90),
      create("file.\(id)", age: 90),
    ]
    #expect(Set(folder.abandonedFiles.map(\.path)) == Set(abandoned.map(\.path)))
    for file in abandoned { #expect(DataFolder.removeAbandonedFile(file)) }
    #expect(folder.abandonedFiles.isEmpty)
    #expect(others.allSatisfy { FileManager.default.fileExists(atPath: $0.path) })
  }

  @Test func `the start of a module removes what its killed predecessor left`() async throws {
    let abandoned = try createAbandonedFile()
    let context = ModuleContext(mediator: Mediator(), folder: folder.url)
    let module = ModuleDescriptor(Manifest(name: "Test", summary: "")) { _ in Unit() }
    let manager = try ModuleManager([module], mediator: context.mediator) { _ in context }
    try await manager.open()
    try await manager.start("Test")
    #expect(!FileManager.default.fileExists(atPath: abandoned.path))
    await manager.stop()
  }

  @Test func `writers are not disturbed while others remove abandoned files`() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<4 {
        group.addTask { [folder] in
          for round in 0..<50 {
            try folder.write(Data("\(round)".utf8), to: "file-\(number)", durability: .deferred)
            folder.removeAbandonedFiles()
          }
        }
      }
      try await group.waitForAll()
    }
    for number in 0..<4 { #expect(try content(of: "file-\(number)") == "49") }
  }
}

private struct Unit: ModuleLifecycle {
  func register(with registrar: Registrar) {}
}
