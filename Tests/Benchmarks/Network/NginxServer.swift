import Foundation

/// An nginx process on this machine that serves a large file, a small one, and others.
final class NginxServer {
  static let megabytes = 512

  static let port: UInt16 = 18081

  let url = "http://127.0.0.1:\(port)"
  private let folder = FileManager.default.temporaryDirectory.appending(path: "nginx-\(UUID())")
  private var root: URL { folder.appending(path: "root") }
  private let process = Process()

  /// Nil when nginx is not installed.
  /// - Throws: `POSIXError` when it does not start, such as when its port is in use.
  init?() async throws {
    let program = URL(filePath: "/usr/sbin/nginx")
    guard FileManager.default.isExecutableFile(atPath: program.path) else { return nil }
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    let large = root.appending(path: "large")
    try Data(count: 1).write(to: large)
    truncate(large.path, Self.megabytes << 20)
    try Data(repeating: 120, count: 2048).write(to: root.appending(path: "small"))
    let configuration = """
      user root;
      daemon off; pid \(folder.path)/pid; error_log \(folder.path)/errors;
      events {}
      http {
        access_log off;
        server {
          listen 127.0.0.1:\(Self.port); root \(root.path); keepalive_requests 100000;
          add_header Cache-Control no-store;
        }
      }
      """
    let file = folder.appending(path: "nginx.conf")
    try Data(configuration.utf8).write(to: file)
    process.executableURL = program
    process.arguments = ["-c", file.path, "-e", folder.appending(path: "errors").path]
    try process.run()
    // It ends at once when the port is in use, as by another run, whose server must not be
    // measured.
    for _ in 0..<100 where process.isRunning {
      let id = try? String(contentsOf: folder.appending(path: "pid"), encoding: .utf8)
      if id == "\(process.processIdentifier)\n" { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw POSIXError(.EADDRINUSE)
  }

  /// Serves one more file.
  func serve(_ content: Data, as name: String) throws {
    try content.write(to: root.appending(path: name))
  }

  /// The processor time of the process that answers, in milliseconds; nil where `/proc` does not
  /// exist.
  var processorMilliseconds: Double? {
    let id = process.processIdentifier
    let children = try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)
    let worker = children?.split(separator: " ").first.flatMap { pid_t($0) }
    return worker.map { Program.processorMilliseconds(ofProcess: $0) }
  }

  deinit {
    // A failing initializer runs this, too, without a process.
    if process.isRunning { process.terminate() }
    try? FileManager.default.removeItem(at: folder)
  }
}
