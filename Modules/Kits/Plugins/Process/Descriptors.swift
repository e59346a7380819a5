import CSpawn
import Foundation

/// The pipes and the socket pair between the app and a new process, and the pipe that ends the
/// thread which reads its standard error output. All are closed on exec.
struct Descriptors {
  /// Those that become 0 to 3 in the new process.
  let child: [Int32]
  /// Its standard input, for writing.
  let input: Int32
  /// Its standard output, for reading.
  let output: Int32
  /// Its standard error output, for reading.
  let errors: Int32
  let socket: Int32
  let stop: (read: Int32, write: Int32)

  /// - Throws: `POSIXError` when the process or the system has too many descriptors.
  init() throws(POSIXError) {
    var pairs: [[Int32]] = []
    for create in [spawn_pipe, spawn_pipe, spawn_pipe, spawn_socket_pair, spawn_pipe] {
      var ends: [Int32] = [-1, -1]
      let code = create(&ends)
      guard code == 0 else {
        for descriptor in pairs.joined() { close(descriptor) }
        throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
      }
      pairs.append(ends)
    }
    child = [pairs[0][0], pairs[1][1], pairs[2][1], pairs[3][1]]
    (input, output, errors, socket) = (pairs[0][1], pairs[1][0], pairs[2][0], pairs[3][0])
    stop = (pairs[4][0], pairs[4][1])
  }

  /// Closes the ends of the new process, which has copies.
  func closeChild() {
    for descriptor in child { close(descriptor) }
  }

  func closeAll() {
    closeChild()
    for descriptor in [input, output, errors, socket, stop.read, stop.write] { close(descriptor) }
  }
}
