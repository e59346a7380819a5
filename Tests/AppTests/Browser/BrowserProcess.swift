import Foundation
import Testing

/// The real host on a terminal of its own, which a person would sit at.
final class BrowserProcess {
  /// How a process ended or paused, as `waitpid` tells it.
  enum State: Equatable {
    case exited(Int32)
    case killed(by: Int32)
    case stopped
  }

  #if os(Linux)
    /// `POSIX_SPAWN_SETSID`, which glibc keeps to itself.
    private static let newSession: Int16 = 0x80
  #else
    private static let newSession = Int16(POSIX_SPAWN_SETSID)
  #endif

  /// Milliseconds without a sign of life after which a process is given up.
  private static let patience: Int32 = 60_000

  let before: termios
  private let id: pid_t
  /// Where the process writes to and reads from; kept open, so that it can be looked at afterwards.
  private let terminal: Int32
  private var screen: Int32
  private var output = ""

  init(home: URL, columns: UInt16 = 80, rows: UInt16 = 24) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var ends: (screen: Int32, terminal: Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 256)
    try #require(openpty(&ends.screen, &ends.terminal, &name, nil, &size) == 0)
    (screen, terminal) = ends
    for end in [screen, terminal] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var settings = termios()
    tcgetattr(terminal, &settings)
    before = settings
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    // The first terminal that the leader of a session opens is the one that signals it.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    for copy in [Int32(1), 2] { posix_spawn_file_actions_adddup2(&actions, 0, copy) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Self.newSession)
    let environment = [
      "METRO_HOME=\(home.path)", "TERM=xterm-256color", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
    ]
    var id: pid_t = 0
    let code = Self.withArguments([HostProcess.binary.path]) { line in
      Self.withArguments(environment) { environment in
        posix_spawn(&id, HostProcess.binary.path, &actions, &attributes, line, environment)
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

  /// Whether the terminal is as it was before.
  var isRestored: Bool {
    var now = termios()
    tcgetattr(terminal, &now)
    return now.c_lflag == before.c_lflag && now.c_iflag == before.c_iflag
      && now.c_oflag == before.c_oflag
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

  /// Reads what is written up to a text, which is returned with all before it.
  func output(upTo text: String) -> String {
    while true {
      if let end = output.range(of: text) {
        defer { output = String(output[end.upperBound...]) }
        return String(output[..<end.upperBound])
      }
      guard read(waiting: Self.patience) else { return output }
    }
  }

  /// Waits until the process ends or is stopped; reads meanwhile, so that it can write.
  func wait() -> State {
    let end = ContinuousClock.now + .milliseconds(Int(Self.patience))
    while true {
      var status: Int32 = 0
      // A test that waits for ever tells nothing.
      if .now > end { kill(id, SIGKILL) }
      if waitpid(id, &status, WNOHANG | WUNTRACED) == id {
        let low = status & 0x7F
        while screen >= 0, read(waiting: 0) {}
        if low == 0x7F { return .stopped }
        return low == 0 ? .exited(status >> 8 & 0xFF) : .killed(by: low)
      }
      if screen < 0 || !read(waiting: 10) { usleep(1000) }
    }
  }

  /// What is written and not read yet.
  var rest: String { output }

  private var pending: [UInt8] = []

  private func read(waiting milliseconds: Int32) -> Bool {
    var end = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
    guard poll(&end, 1, milliseconds) == 1, end.revents & Int16(POLLIN) != 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = Foundation.read(screen, &bytes, bytes.count)
    guard count > 0 else { return false }
    pending += bytes.prefix(count)
    // A character may be split between two reads.
    let boundary = pending.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    let isWhole = String(validating: pending, as: UTF8.self) != nil
    let known = isWhole ? pending[...] : pending[..<boundary]
    output += String(decoding: known, as: UTF8.self)
    pending.removeFirst(known.count)
    return true
  }

  private static func withArguments<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
