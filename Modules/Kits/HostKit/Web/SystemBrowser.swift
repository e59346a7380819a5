import Foundation
import Platform
import Web

/// The browser that the system uses for pages.
struct SystemBrowser {
  #if os(Linux)
    private static let program = "xdg-open"
  #else
    private static let program = "open"
  #endif
  private static let fileName = "host/open.html"

  private let folder: DataFolder

  /// - Parameter folder: The data folder of the app.
  init(in folder: URL) { self.folder = DataFolder(folder) }

  /// Opens an address through a file that only this person can read: the arguments of a program can
  /// be read by every user of the machine.
  /// - Returns: Why that is not possible; nil if the program has been started.
  func open(_ address: String, app: String) -> String? {
    do {
      try write(address, app: app)
      try Self.start(folder.url.appending(path: Self.fileName).path)
      return nil
    } catch {
      removeFile()
      return "cannot open a browser: \(error.systemReason)"
    }
  }

  /// Writes the file with the address.
  func write(_ address: String, app: String) throws {
    try folder.write(WebServer.door(to: address, app: app), to: Self.fileName)
  }

  /// Removes the file with the address, which was used.
  func removeFile() {
    try? FileManager.default.removeItem(at: folder.url.appending(path: Self.fileName))
  }

  /// Starts the program with a file and without the terminal. It is not waited for: it may be the
  /// browser itself.
  private static func start(_ path: String) throws {
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(path), nil]
    defer { for word in words { free(word) } }
    var id = pid_t()
    let code = posix_spawnp(&id, program, &actions, nil, &words, environ)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
  }
}
