import Foundation
public import Mediator

/// One suggestion for the word that is being typed.
public struct CompletionCandidate: Sendable, Hashable {
  /// The text that replaces the word.
  public let text: String
  /// What the text means, in a few words; empty if it needs no explanation.
  public let summary: String

  /// Creates a candidate and makes its texts `printable`.
  package init(_ text: String, _ summary: String = "") {
    self.text = text.printable
    self.summary = summary.printable
  }
}

/// Finds the suggestions of a shell for an unfinished command line.
public struct Completer: Sendable {
  /// What the shell suggests.
  public enum Completions: Sendable, Hashable {
    /// These candidates, the best first.
    case candidates([CompletionCandidate])
    /// Files and folders, which the shell finds itself.
    case files
  }

  private let commands: [Command]
  private let globals: [Argument]

  /// Creates a completer for `commands`; `globals` are the host's own options.
  public init(commands: [Command], globals: [Argument]) {
    self.commands = commands
    self.globals = globals.includingHelp
  }

  /// The suggestions for the last of `words`, which is unfinished; the words do not include the
  /// host's own name.
  public func completions(
    for words: [String], through mediator: Mediator
  ) async throws -> Completions {
    let typed = words.last ?? ""
    let line = PartialCommandLine(words.dropLast(), commands: commands, globals: globals)
    if let option = line.optionWithoutValue {
      return try await values(of: option, typed, line, mediator)
    }
    if typed.hasPrefix("-"), !line.hasEndOfOptions {
      let parts = typed.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        return .candidates(line.availableOptions.filter { $0.text.hasPrefix(typed) })
      }
      guard let option = line.option(named: String(parts[0])) else { return .candidates([]) }
      let completions = try await values(of: option, String(parts[1]), line, mediator)
      guard case .candidates(let candidates) = completions else { return completions }
      return .candidates(
        candidates.map { CompletionCandidate("\(parts[0])=\($0.text)", $0.summary) })
    }
    let commandWords = self.words(after: line).filter { $0.text.hasPrefix(typed) }
    guard let argument = line.nextPositional else { return .candidates(commandWords) }
    let completions = try await values(of: argument, typed, line, mediator)
    guard case .candidates(let candidates) = completions else { return completions }
    return .candidates(commandWords + candidates)
  }

  /// The next words of commands, and `help` at the beginning of a line.
  private func words(after line: PartialCommandLine) -> [CompletionCandidate] {
    let isHelp = line.words.first == "help"
    let words = Array(line.words.drop { $0 == "help" })
    let longer = commands.filter { $0.words.count > words.count && $0.words.starts(with: words) }
    let names = longer.map { command in
      let isLastWord = command.words.count == words.count + 1
      return CompletionCandidate(command.words[words.count], isLastWord ? command.summary : "")
    }
    let help = CompletionCandidate("help", "Show help for a command")
    var seen: Set<String> = []
    return (names + (words.isEmpty && !isHelp ? [help] : [])).filter {
      seen.insert($0.text).inserted
    }
  }

  private func values(
    of argument: Argument, _ typed: String, _ line: PartialCommandLine, _ mediator: Mediator
  ) async throws -> Completions {
    let choices = line.command?.choices(of: argument) ?? []
    guard choices.isEmpty else {
      return .candidates(choices.filter { $0.hasPrefix(typed) }.map { CompletionCandidate($0) })
    }
    switch argument.description?.suggestions {
    case nil: return .candidates([])
    case .files: return .files
    case .names(let action, let find):
      var given = line.given
      given.append(typed, for: "text")
      let names = try await find(given, mediator).filter { !$0.isEmpty }
      return .candidates(names.matching(typed, of: action?()).map { CompletionCandidate($0) })
    }
  }
}

extension [String] {
  /// The names that begin with a text, whatever their case and accents. If there is none, and the
  /// input of the action that returned them has a field `text`, all names.
  fileprivate func matching(_ text: String, of action: ActionDescriptor?) -> [String] {
    guard let action else { return self }
    let matches = filter { $0.folded.hasPrefix(text.folded) }
    guard matches.isEmpty, let fields = try? action.inputSchema?.parameters() else {
      return matches
    }
    return fields.contains { $0.name == "text" } ? self : []
  }
}

extension String {
  /// The text without case, accents and width of characters, to compare it with what a person
  /// types.
  var folded: String {
    folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
