import Mediator
import Testing

@testable import Console

struct CommandLineErrorTests {
  @Test(
    arguments: [
      (.unknownCommand("rout", nearest: "route"), "no command 'rout'; did you mean 'route'?"),
      (.unknownCommand("fly", nearest: nil), "no command 'fly'; 'help' lists the commands"),
      (
        .unknownCommand("city fly", group: "city", nearest: nil),
        "no command 'city fly'; 'help city' lists the commands"
      ),
      (
        .incompleteCommand("city", subcommands: ["add", "list", "use"]),
        "'city' is not a whole command; follow it with add, list or use"
      ),
      (
        .incompleteCommand("city", subcommands: ["add"]),
        "'city' is not a whole command; follow it with add"
      ),
      (
        .unknownOption("--depat", nearest: "--depart"),
        "no option '--depat'; did you mean '--depart'?"
      ),
      (.unknownOption("-x", nearest: nil), "no option '-x'; '--help' lists the options"),
      (
        .missingArgument("to", usage: "route <from> <to>"),
        "'to' is missing; write 'route <from> <to>'"
      ),
      (
        .misplacedOption("--depart"),
        "'--depart' belongs to a command; write it after the command's name"
      ),
      (.missingValue("--depart"), "'--depart' needs a value; write it after, as in '--depart=…'"),
      (.unexpectedValue("--json"), "'--json' takes no value; write it alone"),
      (
        .unexpectedArgument("da", usage: "route <from> <to>"),
        "'da' is more than 'route <from> <to>' takes; put a name with spaces in quotes"
      ),
      (.repeatedOption("--json"), "'--json' is given twice; leave one of them out"),
      (
        .badValue("--depart", reason: "'25:99' is not a time; write it as 08:15"),
        "bad value for '--depart': '25:99' is not a time; write it as 08:15"
      ),
    ] as [(CommandLineError, String)])
  func `an error is one sentence with a remedy`(error: CommandLineError, sentence: String) {
    #expect(error.description == sentence)
    #expect(error.kind == .badInput)
  }

  @Test(
    arguments: [
      .unknownCommand("\u{1B}[2J\u{07}fly\n", nearest: nil),
      .unknownOption("--\u{1B}c", nearest: nil),
      .unexpectedArgument("\u{9B}31m", usage: "stations"),
      .badValue("--\u{1B}[1m", reason: "'\u{1B}[2J' is no time"),
    ] as [CommandLineError])
  func `an error cannot command the terminal`(error: CommandLineError) {
    #expect(error.description == error.description.printable)
  }

  @Test func `an endless word is cut`() {
    let error = CommandLineError.unknownCommand(String(repeating: "x", count: 9999), nearest: nil)
    #expect(error.description.columns < 120)
  }
}
