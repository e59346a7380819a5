import Foundation
import TestSupport
import Testing

@testable import Console

@Suite(.blocking) struct ShellTests {
  @Test(arguments: Shell.allCases)
  func `a script runs the complete command of the host`(shell: Shell) {
    let script = shell.script(for: "tram")
    #expect(script.contains("To complete tram in zsh") == (shell == .zsh))
    #expect(script.contains("complete --shell=\(shell.rawValue)"))
    #expect(script.contains("--line=") && !script.contains("HOST"))
  }

  @Test(arguments: Shell.allCases)
  func `the name of a program with a hyphen is no name of a variable`(shell: Shell) {
    let script = shell.script(for: "my-tram")
    #expect(!script.contains("$my-") && !script.contains("let my-"))
    for variable in ["others", "candidates", "completer"] {
      #expect(!script.contains("my-tram_\(variable)"))
    }
  }

  /// Calls the function of bash for a line, with a function in place of the program that prints the
  /// line which it receives.
  private func lineForHost(of line: String, after setup: String = "") throws -> String {
    let program = line.prefix { $0 != " " }.replacing("'", with: #"'\''"#)
    let script = """
      \(Shell.bash.script(for: "tram"))
      tram() { [[ $1 == complete ]] && printf '%s\\n' "${3#--line=}"; }
      \(setup)
      COMP_LINE='\(line.replacing("'", with: #"'\''"#))' COMP_POINT=${#COMP_LINE}
      _tram '\(program)'
      printf '%s' "$COMPREPLY"
      """
    let output = try ChildProcess.run(
      ["/bin/bash", "--norc", "--noprofile", "-c", script],
      environment: ["LC_ALL": "C.UTF-8", "HOME": "/nonexistent", "PATH": "/bin:/usr/bin"])
    return output.output
  }

  @Test(arguments: [
    ("tram sta", "", "tram sta"), ("~/bin/tram sta", "", "~/bin/tram sta"),
    ("$HOME/bin/tram 'Casa d", "", "$HOME/bin/tram 'Casa d"),
    ("m sta", "alias m=tram", "tram sta"),
    ("m sta m", "alias m='tram --city porto'", "tram --city porto sta m"),
    ("n sta", "alias m='tram --city porto' n='m --json'", "tram --city porto --json sta"),
    ("tram sta", "alias tram='tram --json'", "tram --json sta"),
    ("m sta", "alias m=n n=m", nil),
    ("$(exit 1)/tram sta", "", "$(exit 1)/tram sta"),
  ])
  func `bash passes the line to the program behind a path or an alias`(
    line: String, setup: String, received: String?
  ) throws {
    let shown = try lineForHost(of: line, after: setup)
    #expect(received == nil || shown == received)
  }

  @Test(arguments: [
    ("m", "alias m=tram", "124 _tram"), ("n", "alias m='tram x' n=m", "124 _tram"),
    (#""$HOME/bin/tram""#, "", "124 _tram"), ("k", "alias m=tram k=ls", "0 "),
    ("k", "k() { :; }", "0 "), ("m", "alias m=n n=m", "0 "),
  ])
  func `bash finds out that a command is an alias of the program`(
    name: String, setup: String, result: String
  ) throws {
    let script = """
      _others() { asked=$1; }
      complete -D -F _others
      \(Shell.bash.script(for: "tram"))
      \(Shell.bash.script(for: "other-tram"))
      \(Shell.bash.script(for: "tram"))
      \(setup)
      _other-tram_alias '\(name)'
      printf '%s ' $?
      complete -p '\(name)' 2>/dev/null | sed 's/.*-F \\([^ ]*\\).*/\\1/'
      [[ -n $asked ]] && printf 'asked %s' "$asked"
      """
    let output = try ChildProcess.run(
      ["/bin/bash", "--norc", "--noprofile", "-c", script], environment: ["PATH": "/bin:/usr/bin"])
    let isOther = result.hasPrefix("0")
    #expect(
      output.output.split(separator: "\n").joined() == result + (isOther ? "asked \(name)" : ""))
  }
}
