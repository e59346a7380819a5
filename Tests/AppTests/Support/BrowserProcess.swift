import Foundation
import TestSupport
import Testing

/// The built host, running on a pseudo-terminal.
final class BrowserProcess {
  /// The state of the process, as `waitpid` reports it.
  enum State: Equatable {
    case exited(Int32)
    case killed(by: Int32)
    case stopped
    /// The process is no longer a child of this one.
    case lost
  }

  #if os(Linux)
    /// `POSIX_SPAWN_SETSID`, which is not imported from glibc.
    private static let newSession: Int16 = 0x80
  #else
    private static let newSession = Int16(POSIX_SPAWN_SETSID)
  #endif

  /// The words of a shell that runs the rest of its words as a job. When the job stops, the shell
  /// prints "stopped", waits for a line, and continues the job.
  static let shell = [
    "/bin/sh", "-m", "-c", #""$0" "$@"; echo stopped; read -r line; fg > /dev/null"#,
  ]

  /// How many milliseconds to wait for output or for the end of the process.
  private static let timeout: Int32 = 300_000

  /// The settings of the terminal before the process was started.
  let initialSettings: termios
  private let id: pid_t
  /// The side of the process; open until the end, so that its settings can be read afterwards.
  private let terminal: Int32
  private var screen: Int32
  private var output = ""

  /// Starts the host in a session of its own, so that no shell can continue it after a stop, unless
  /// it is run by `shell`.
  convenience init(
    _ line: String..., home: URL, columns: UInt16 = 80, rows: UInt16 = 24, shell: [String] = []
  ) throws {
    try self.init(line, home: home, columns: columns, rows: rows, shell: shell)
  }

  /// Starts the host with the arguments of a line.
  init(
    _ line: [String], home: URL, columns: UInt16 = 80, rows: UInt16 = 24, shell: [String] = []
  ) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var ends: (screen: Int32, terminal: Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 256)
    try #require(openpty(&ends.screen, &ends.terminal, &name, nil, &size) == 0)
    (screen, terminal) = ends
    for end in [screen, terminal] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var settings = termios()
    tcgetattr(terminal, &settings)
    initialSettings = settings
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    // The first terminal that a session leader opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    for copy in [Int32(1), 2] { posix_spawn_file_actions_adddup2(&actions, 0, copy) }
    #if os(Linux)
      closeInheritedDescriptors(&actions)
    #endif
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Self.newSession)
    let environment = [
      "METRO_HOME=\(home.path)", "TERM=xterm-256color", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
    ]
    var id: pid_t = 0
    let words = shell + [HostProcess.binary.path] + line
    let code = Self.withArguments(words) { line in
      Self.withArguments(environment) { environment in
        posix_spawn(&id, words[0], &actions, &attributes, line, environment)
      }
    }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    try #require(code == 0)
    self.id = id
  }

  deinit {
    if screen >= 0 { close(screen) }
    close(terminal)
  }

  /// Whether the terminal has its initial settings.
  var isRestored: Bool {
    var now = termios()
    tcgetattr(terminal, &now)
    return now.c_lflag == initialSettings.c_lflag && now.c_iflag == initialSettings.c_iflag
      && now.c_oflag == initialSettings.c_oflag
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(screen, bytes, bytes.count)
  }

  func signal(_ number: Int32) { kill(id, number) }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(screen, UInt(TIOCSWINSZ), &size)
  }

  func hangUp() {
    close(screen)
    screen = -1
  }

  /// Reads the output up to and including a text and returns it.
  func output(upTo text: String) -> String {
    while true {
      if let end = output.range(of: text) {
        defer { output = String(output[end.upperBound...]) }
        return String(output[..<end.upperBound])
      }
      guard read(waiting: Self.timeout) else { return output }
    }
  }

  /// Waits until the process ends or is suspended, and reads its output meanwhile.
  func wait() -> State {
    let end = ContinuousClock.now + .milliseconds(Int(Self.timeout))
    while true {
      var status: Int32 = 0
      // Otherwise the test would wait for ever.
      if .now > end { kill(id, SIGKILL) }
      let changed = waitpid(id, &status, WNOHANG | WUNTRACED)
      if changed == id {
        while screen >= 0, read(waiting: 0) {}
        return State(status)
      }
      if changed < 0, errno != EINTR { return .lost }
      if screen < 0 || !read(waiting: 10) { usleep(1000) }
    }
  }

  /// Sends a signal every millisecond until the process ends, and does not read its output.
  func wait(whileSending number: Int32) -> State {
    let end = ContinuousClock.now + .milliseconds(Int(Self.timeout))
    var status: Int32 = 0
    while true {
      let changed = waitpid(id, &status, WNOHANG)
      if changed == id { return State(status) }
      if changed < 0, errno != EINTR { return .lost }
      signal(.now > end ? SIGKILL : number)
      usleep(1000)
    }
  }

  /// The output that no test has read yet.
  var unreadOutput: String { output }

  private var pending: [UInt8] = []

  private func read(waiting milliseconds: Int32) -> Bool {
    var end = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
    guard poll(&end, 1, milliseconds) == 1, end.revents & Int16(POLLIN) != 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = Foundation.read(screen, &bytes, bytes.count)
    guard count > 0 else { return false }
    pending += bytes.prefix(count)
    // A read may end inside a character; its bytes wait for the next read.
    let boundary = pending.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    let isWhole = String(validating: pending, as: UTF8.self) != nil
    let decodable = isWhole ? pending[...] : pending[..<boundary]
    output += String(decoding: decodable, as: UTF8.self)
    pending.removeFirst(decodable.count)
    return true
  }

  /// Passes C strings to `body`, followed by nil; they are valid until it returns.
  private static func withArguments<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

extension BrowserProcess.State {
  /// Creates the state that a status of `waitpid` means.
  fileprivate init(_ status: Int32) {
    self =
      switch status & 0x7F {
      case 0: .exited(status >> 8 & 0xFF)
      case 0x7F: .stopped
      case let number: .killed(by: number)
      }
  }
}
