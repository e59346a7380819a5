import Foundation
import TicketOffice

/// Runs the ticket server until it is killed.
@main
struct TicketOfficeProgram {
  static func main() async {
    let words = CommandLine.arguments.dropFirst()
    if words == ["--help"] { return print(OfficeOptions.help) }
    do {
      let options = try OfficeOptions(words)
      let office = try TicketOffice.start(
        port: options.port, channelPort: options.channelPort, folder: options.folder,
        faults: options.faults, delay: options.delay)
      // Not `print`, which would keep the line back if somebody reads it from a pipe.
      let line =
        "ticket-office: \(office.url), channel 127.0.0.1:\(office.channelPort) "
        + "(test money, no real tickets)\n"
      FileHandle.standardOutput.write(Data(line.utf8))
      while true { try await Task.sleep(for: .seconds(3600)) }
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(2)
    }
  }
}
