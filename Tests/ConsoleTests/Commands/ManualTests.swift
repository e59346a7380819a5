import Foundation
import Mediator
import Testing

@testable import Console

struct ManualTests {
  private static func manual(
    commands: [Command] = [], examples: [String] = []
  ) -> Manual {
    Manual(
      of: Help(
        host: "store", summary: "a store with few products", commands: commands,
        globals: [.flag("json", "print JSON")], examples: examples,
        withoutCommand: "open the full-screen browser"),
      version: "1.0", environment: [("STORE_HOME", "the data folder")],
      exitCodes: [("0", "The command has run."), ("1", "The command has failed.")])
  }

  @Test func `a manual has the sections of a manual page`() {
    let list = Command(
      "shop list", "List shops",
      arguments: [
        .positional("text", "a part of the name", isOptional: true),
        .option("max-count", .init("how many", valueName: "number"), shortName: "m"),
      ], examples: ["shop list \"São\" -m 3"]
    ) { _ in CommandResult(json: Data()) }
    let text = Self.manual(commands: [list], examples: ["shop list", "shop list tea"]).text
    #expect(
      text == #"""
        .TH "STORE" 1 "" "store 1.0" "User Commands"
        .SH NAME
        store \- a store with few products
        .SH SYNOPSIS
        \fBstore\fR [\fIoptions\fR] [\fIcommand\fR [\fIarguments\fR]]
        .SH DESCRIPTION
        Run \fBstore\fR without a command to open the full\-screen browser.
        .PP
        Run \fBstore help\fR \fIcommand\fR for the arguments and the JSON of a command.
        .SH COMMANDS
        .TP
        \fBshop list [\fR\fItext\fR\fB]\fR
        List shops
        .RS
        .TP
        \fB[\fR\fItext\fR\fB]\fR
        a part of the name
        .TP
        \fB\-m, \-\-max\-count \fR\fInumber\fR
        how many
        .PP
        .nf
        store shop list \(dqS\[u00E3]o\(dq \-m 3
        .fi
        .RE
        .SH OPTIONS
        .TP
        \fB\-\-json\fR
        print JSON
        .TP
        \fB\-h, \-\-help\fR
        show help for a command
        .SH EXAMPLES
        .PP
        .nf
        store shop list
        store shop list tea
        .fi
        .SH ENVIRONMENT
        .TP
        \fBSTORE_HOME\fR
        the data folder
        .SH EXIT STATUS
        .TP
        \fB0\fR
        The command has run.
        .TP
        \fB1\fR
        The command has failed.
        """#)
  }

  @Test(arguments: [
    ("--json", #"\-\-json"#), ("a\\b", #"a\(rsb"#), (".TH x", #"\&.TH x"#), ("'br", #"\(aqbr"#),
    ("a\n.TH", "a .TH"), ("~/.store `x` ^", #"\(ti/.store \(gax\(ga \(ha"#),
    ("São 西 🍵", #"S\[u00E3]o \[u897F] \[u1F375]"#), ("\u{1B}[1mx", "x"), ("", ""),
  ])
  func `text is escaped`(text: String, roff: String) {
    #expect(text.roff == roff)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")))
  func `groff formats a manual without warnings`() throws {
    let unsafe = Command(
      "undo", ".TH 'x' \\fB ~ São 西",
      arguments: [.flag("as-is", "'--as-is' \\(bu \"x\"")], examples: ["undo '\\n' .x"]
    ) { _ in CommandResult(json: Data()) }
    let manual = Self.manual(
      commands: ConsoleFixture.commands + [unsafe],
      examples: [".x", "'x", "route Trindade \"Casa da Música\" --depart 08:15"])
    let (output, warnings) = try groff(manual.text + "\n")
    #expect(warnings == "")
    for text in [
      "store - a store with few products", "-h, --help", "undo", ".TH 'x' \\fB ~ São 西",
      "'--as-is' \\(bu \"x\"", "store undo '\\n' .x", "store .x", "store 'x",
      "store route Trindade \"Casa da Música\" --depart 08:15", "EXIT STATUS",
    ] { #expect(output.contains(text), "\(text)") }
  }

  /// The text of a manual page without styles, and the warnings of groff.
  private func groff(_ text: String) throws -> (output: String, warnings: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/groff")
    process.arguments = ["-man", "-Tutf8", "-ww", "-P-c", "-P-bou", "-rLL=120n"]
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let formatted = try output.fileHandleForReading.readToEnd() ?? Data()
    let warnings = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: formatted, as: UTF8.self), String(decoding: warnings, as: UTF8.self))
  }
}
