import Channel
import Console
import Foundation

extension ChannelTransport {
  /// Takes the standard streams away from the rest of the process: its input is empty from now on,
  /// and what a module or a library prints goes to the standard error output.
  static func takeStandardStreams() throws(HostError) -> ChannelTransport {
    let (input, empty) = (duplicate(STDIN_FILENO), open("/dev/null", O_RDONLY | O_CLOEXEC))
    guard input >= 0, empty >= 0, let output = Terminal.takeStandardOutput() else {
      throw .limitReached(.files)
    }
    dup2(empty, STDIN_FILENO)
    Foundation.close(empty)
    return ChannelTransport(reading: input, writing: output)
  }

  /// Uses copies of two descriptors, which stay open when the channel closes its own.
  static func copies(of input: Int32, _ output: Int32) throws(HostError) -> ChannelTransport {
    let (input, output) = (duplicate(input), duplicate(output))
    guard input >= 0, output >= 0 else { throw .limitReached(.files) }
    return ChannelTransport(reading: input, writing: output)
  }

  /// Reads nothing, and discards what is written.
  static var empty: ChannelTransport {
    get throws(HostError) {
      let null = open("/dev/null", O_RDWR | O_CLOEXEC)
      guard null >= 0 else { throw .limitReached(.files) }
      defer { Foundation.close(null) }
      return try copies(of: null, null)
    }
  }

  private static func duplicate(_ descriptor: Int32) -> Int32 {
    fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
  }
}
