import Mediator

/// The manual page of a host, made from the same descriptions as its help.
///
/// The text is in the language of the `man` macros of roff and contains only ASCII characters, so
/// that it does not depend on the encoding that `man` expects.
///
/// Source: man(7) and groff_char(7).
public struct Manual: Sendable {
  /// A name, such as that of an environment variable or an exit code, and what it means.
  public typealias Entry = (name: String, summary: String)

  private let help: Help
  private let version: String
  private let environment: [Entry]
  private let exitCodes: [Entry]

  /// Creates the manual page of a host.
  /// - Parameters:
  ///   - help: The help of the host.
  ///   - version: The version of the host.
  ///   - environment: The environment variables that the host reads.
  ///   - exitCodes: The exit codes of the host.
  public init(of help: Help, version: String, environment: [Entry], exitCodes: [Entry]) {
    self.help = help
    self.version = version
    self.environment = environment
    self.exitCodes = exitCodes
  }

  /// The manual page, without a final newline.
  public var text: String {
    let host = help.host.roff
    let title =
      #".TH "\#(help.host.uppercased().roff)" 1 "" "\#(host) \#(version.roff)" "User Commands""#
    let sections = [
      section("NAME", [#"\#(host) \- \#(help.summary.roff)"#]),
      section(
        "SYNOPSIS", [#"\fB\#(host)\fR [\fIoptions\fR] [\fIcommand\fR [\fIarguments\fR]]"#]),
      section(
        "DESCRIPTION",
        [
          #"Run \fB\#(host)\fR without a command to \#(help.withoutCommand.roff)."#, ".PP",
          #"Run \fB\#(host) help\fR \fIcommand\fR for the arguments and the JSON of a command."#,
        ]),
      section("COMMANDS", help.commands.flatMap(lines)),
      section("OPTIONS", entries(help.globals.map { ($0.usage, $0.summary) })),
      section("EXAMPLES", examples(help.examples)),
      section("ENVIRONMENT", entries(environment)),
      section("EXIT STATUS", entries(exitCodes)),
    ]
    return ([title] + sections.filter { !$0.isEmpty }.flatMap(\.self)).joined(separator: "\n")
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [".SH \(title)"] + lines
  }

  /// A command with its summary, its arguments and its examples.
  private func lines(for command: Command) -> [String] {
    let arguments = command.positionals + command.options + command.derivedOptions
    let details =
      entries(arguments.map { ($0.usage, command.description(of: $0)) })
      + examples(command.examples)
    return entries([(command.usage, command.summary)])
      + (details.isEmpty ? [] : [".RS"] + details + [".RE"])
  }

  /// Tagged paragraphs: each name, and its summary below it.
  private func entries(_ entries: [Entry]) -> [String] {
    entries.flatMap { name, summary in
      [".TP", name.roffUsage] + (summary.isEmpty ? [] : [summary.roff])
    }
  }

  /// Command lines, which are not wrapped.
  private func examples(_ lines: [String]) -> [String] {
    guard !lines.isEmpty else { return [] }
    return [".PP", ".nf"] + lines.map { "\(help.host) \($0)".roff } + [".fi"]
  }
}

extension String {
  /// The text as one line of roff without control lines and escape sequences of its own.
  ///
  /// A hyphen is written as `\-`, because roff may draw `-` as a character that a shell does not
  /// accept.
  var roff: String {
    let text = printable.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": #"\(rs"#
      case "-": #"\-"#
      case "'": #"\(aq"#
      case "\"": #"\(dq"#
      case "`": #"\(ga"#
      case "^": #"\(ha"#
      case "~": #"\(ti"#
      case _ where scalar.isASCII: String(scalar)
      default: #"\[u\#(scalar.hexadecimal)]"#
      }
    }.joined()
    // A dot in front would begin a control line; `\&` is a character without width.
    return text.hasPrefix(".") ? #"\&"# + text : text
  }

  /// The text of a usage line: placeholders such as `<name>` in italics, all else in bold.
  fileprivate var roffUsage: String {
    split(separator: "<", omittingEmptySubsequences: false).enumerated().map { index, part in
      let ends = part.split(at: ">", maxSplits: 1, omittingEmptySubsequences: false)
      guard index > 0, ends.count == 2 else { return #"\fB\#(String(part).roff)\fR"# }
      let rest = ends[1].isEmpty ? "" : #"\fB\#(String(ends[1]).roff)\fR"#
      return #"\fI\#(String(ends[0]).roff)\fR\#(rest)"#
    }.joined()
  }
}

extension Unicode.Scalar {
  /// The code point in at least four digits.
  fileprivate var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
