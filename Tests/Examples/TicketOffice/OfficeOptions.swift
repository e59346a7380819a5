package import Foundation

/// The options of the program.
package struct OfficeOptions: Equatable, Sendable {
  package var port: UInt16 = 8081
  package var channelPort: UInt16 = 8082
  package var folder = FileManager.default.temporaryDirectory.appending(path: "ticket-office")
  package var faults = ""
  package var delay = Duration.seconds(60)

  /// What the program prints with `--help`.
  package static let help = """
    Sells tickets for test money, to try the app. Any name with the password 'test' signs in.

    Usage: ticket-office [--port 8081] [--channel-port 8082] [--database FOLDER] [--fault LIST]
                         [--delay SECONDS]

      --port          the port for HTTP; 0 for one that is free
      --channel-port  the port of the channel for notifications; 0 for one that is free
      --database      the folder of the database (default: ticket-office in the temporary folder)
      --fault         what goes wrong: drop, slow, garbage, 500, 401, price, declined, duplicate, late;
                      perhaps for some requests only (session, renewal, orders, payment, order,
                      cancellation, complaints) and for a number of them
      --delay         how many seconds late a slow answer is (default: 60)

    It answers requests of this machine only, which name it as 127.0.0.1, localhost or [::1] with its
    port ('Host') and come from no other page ('Origin').

    Example: ticket-office --fault payment.drop:1,slow
    """

  /// Parses the words after the name of the program.
  /// - Throws: `OfficeOptionError`
  package init(_ words: some Sequence<String>) throws(OfficeOptionError) {
    var rest = Array(words)[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { throw OfficeOptionError(name, nil) }
      switch name {
      case "--port": port = try Self.number(name, value)
      case "--channel-port": channelPort = try Self.number(name, value)
      case "--database": folder = URL(filePath: value, directoryHint: .isDirectory)
      case "--fault": faults = value
      case "--delay": delay = .seconds(try Self.number(name, value) as UInt16)
      default: throw OfficeOptionError(name, nil)
      }
    }
  }

  private static func number(_ name: String, _ value: String) throws(OfficeOptionError) -> UInt16 {
    guard let number = UInt16(value) else { throw OfficeOptionError(name, value) }
    return number
  }
}

/// An option that is wrong.
package struct OfficeOptionError: Error, Equatable, CustomStringConvertible {
  private let name: String
  private let value: String?

  fileprivate init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }

  package var description: String {
    guard let value else { return "'\(name)' is no option with a value; see --help" }
    return "'\(value)' is no value of '\(name)'; expected a number from 0 to 65535"
  }
}
