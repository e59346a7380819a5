import Testing

@testable import Console

struct ShellTests {
  @Test(arguments: Shell.allCases)
  func `a script runs the complete command of the host`(shell: Shell) {
    let script = shell.script(for: "tram")
    #expect(script.contains("To complete tram in zsh") == (shell == .zsh))
    #expect(script.contains("complete --shell=\(shell.rawValue) --line="))
    #expect(!script.contains("HOST"))
  }
}
