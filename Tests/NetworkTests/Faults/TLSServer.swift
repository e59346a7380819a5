import Foundation
import ModuleTesting
import TestSupport

/// A TLS server on this machine: `openssl s_server`, with a certificate that is made on the spot.
/// For each path it sends a complete response. It serves one connection at a time, which the client
/// must close.
final class TLSServer: Sendable {
  enum Certificate: Sendable {
    case valid, expired, notYetValid, selfSigned, wrongHost

    /// The beginning and the end of its validity.
    fileprivate var validity: [String] {
      switch self {
      case .expired: ["20000101000000Z", "20010101000000Z"]
      case .notYetValid: ["20980101000000Z", "20990101000000Z"]
      case .valid, .selfSigned, .wrongHost: ["20000101000000Z", "20990101000000Z"]
      }
    }

    fileprivate var names: String {
      self == .wrongHost ? "DNS:example.org" : "IP:127.0.0.1,DNS:localhost"
    }
  }

  struct Failure: Error {
    let output: String
    let code = errno
  }

  static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

  let port: UInt16
  private let folder = TemporaryFolder()
  private let process: pid_t
  /// The server ends when this pipe is closed, also when the test process crashes.
  private let input: FileHandle

  /// - Parameter options: More options of `openssl s_server`.
  init(
    _ certificate: Certificate = .valid, responses: [String: String] = [:], options: [String] = []
  ) async throws {
    let files = folder.url
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    for (path, response) in responses {
      try Data(response.utf8).write(to: files.appending(path: path))
    }
    try Data(configuration(names: certificate.names).utf8)
      .write(to: files.appending(path: "configuration"))
    let issuer = certificate == .selfSigned ? "self" : "authority"
    let output: FileHandle
    (process, input, output) = try start(
      ["/bin/sh", "-c", script, "sh", files.path, issuer] + certificate.validity + options)
    let text = await greeting(output)
    let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") } ?? ""
    guard let port = line.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw Failure(output: text)
    }
    self.port = port
  }

  deinit {
    try? input.close()
    Thread.detachNewThread { [process] in
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
  }

  func url(_ path: String, host: String = "127.0.0.1") -> String {
    "https://\(host):\(port)\(path)"
  }

  /// The file with the authority that issued the certificate.
  var authority: String { folder.url.appending(path: "authority.pem").path }
}

private func configuration(names: String) -> String {
  """
  [req]
  distinguished_name = name
  [name]
  [authority]
  basicConstraints = critical,CA:TRUE
  [server]
  subjectAltName = \(names)
  [ca]
  default_ca = default
  [default]
  database = index
  serial = serial
  new_certs_dir = .
  policy = policy
  default_md = sha256
  [policy]
  commonName = supplied
  """
}

/// Makes an authority, and a certificate with its key; then serves until the input ends. Its
/// arguments are the folder, the issuer, the beginning and the end of the validity, and options.
private let script = """
  cd "$1" && issuer=$2 start=$3 end=$4 && shift 4
  key() {
    openssl req -config configuration -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes "$@"
  }
  {
    : >index && echo 01 >serial
    key -x509 -days 3650 -subj "/CN=Test Authority" -extensions authority \
      -keyout authority.key -out authority.pem
    if [ $issuer = self ]; then
      key -x509 -days 3650 -subj /CN=127.0.0.1 -extensions server \
        -keyout server.key -out server.pem
    else
      key -subj /CN=server -keyout server.key -out request
      openssl ca -batch -notext -config configuration -extensions server -startdate $start \
        -enddate $end -cert authority.pem -keyfile authority.key -in request -out server.pem
    fi
  } >/dev/null 2>&1
  openssl s_server -accept 127.0.0.1:0 -HTTP -cert server.pem -key server.key "$@" 2>&1 &
  read -r line
  kill -KILL $!
  """

/// Reads the output of a server until it accepts connections, or ends. A thread of its own reads,
/// so the threads of other tests do not wait for the server's keys.
private func greeting(_ output: FileHandle) async -> String {
  await withCheckedContinuation { caller in
    Thread.detachNewThread {
      var text = ""
      while !text.hasSuffix("\n") || !text.contains("ACCEPT ") {
        let data = output.availableData
        guard !data.isEmpty else { break }
        text += String(decoding: data, as: UTF8.self)
      }
      caller.resume(returning: text)
      // A full pipe would stop the server.
      while !output.availableData.isEmpty {}
    }
  }
}

/// Starts a process with pipes as its input and output.
private func start(
  _ arguments: [String]
) throws -> (process: pid_t, input: FileHandle, output: FileHandle) {
  let (input, output) = (Pipe(), Pipe())
  let (childInput, childOutput) = (input.fileHandleForReading, output.fileHandleForWriting)
  // Other child processes must not hold the pipes open.
  for end in [childInput, childOutput, input.fileHandleForWriting, output.fileHandleForReading] {
    _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
  }
  #if os(Linux)
    var actions = posix_spawn_file_actions_t()
  #else
    var actions: posix_spawn_file_actions_t?
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, childInput.fileDescriptor, 0)
  posix_spawn_file_actions_adddup2(&actions, childOutput.fileDescriptor, 1)
  #if os(Linux)
    closeInheritedDescriptors(&actions)
  #endif
  let words = arguments.map { strdup($0) }
  defer { for word in words { free(word) } }
  var process = pid_t()
  let code = posix_spawn(&process, arguments[0], &actions, nil, words + [nil], environ)
  guard code == 0 else { throw TLSServer.Failure(output: "posix_spawn: \(code)") }
  try childInput.close()
  try childOutput.close()
  return (process, input.fileHandleForWriting, output.fileHandleForReading)
}
