import Foundation
public import Mediator

/// What the shell suggests for the value of an argument.
public enum CompletionKind: Sendable {
  /// Files and folders.
  case files
  /// One of these values, which help lists, too. An argument whose field in the action's input is an
  /// enum need not declare them.
  case choices([String])
  /// Names that the closure finds through the mediator, the best first. It receives the values
  /// typed so far, by field, and the unfinished value of the argument itself as `text`. The action
  /// is the one whose output they come from; nil for others.
  case names(
    of: (@Sendable () -> ActionDescriptor)? = nil,
    @Sendable (Parameters, Mediator) async throws -> [String])

  /// Suggests names from the output of an action, whose input is decoded from the values typed so
  /// far.
  ///
  /// The names that begin with the unfinished value are suggested, whatever their case and accents.
  /// If there is none, and the input has a field `text`, all names are, because the action has
  /// found them in another way, such as by pinyin.
  /// - Parameter caller: The file that declares the argument, on whose behalf the action is called.
  public static func results<Input: Decodable & Sendable, Output: Sendable>(
    of action: @autoclosure @escaping @Sendable () -> Action<Input, Output>,
    caller: StaticString = #fileID,
    names: @escaping @Sendable (Output) -> [String]
  ) -> CompletionKind {
    .names(of: { action().descriptor }) { given, mediator in
      let action = action()
      let output = try await mediator.perform(action, given.decode(Input.self), caller: caller)
      let found = names(output)
      let text = given.values["text"]?.last ?? ""
      let matches = found.filter { $0.folded.hasPrefix(text.folded) }
      guard matches.isEmpty, let fields = try? action.inputSchema?.parameters() else {
        return matches
      }
      return fields.contains { $0.name == "text" } ? found : []
    }
  }

  /// The action whose output is suggested; nil for other suggestions.
  package var action: ActionDescriptor? {
    switch self {
    case .files, .choices: nil
    case .names(let action, _): action?()
    }
  }
}

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

  /// The completion that any command declares for an option of the host.
  private func declaredCompletion(of option: Argument) -> CompletionKind? {
    commands.lazy.flatMap(\.options).filter { $0.field == option.field }
      .compactMap(\.completion).first
  }

  private func values(
    of argument: Argument, _ typed: String, _ line: PartialCommandLine, _ mediator: Mediator
  ) async throws -> Completions {
    let kind = argument.completion ?? declaredCompletion(of: argument)
    let choices = line.command?.choices(of: argument) ?? []
    switch choices.isEmpty ? kind : .choices(choices) {
    case nil: return .candidates([])
    case .choices(let choices):
      return .candidates(choices.filter { $0.hasPrefix(typed) }.map { CompletionCandidate($0) })
    case .files: return .files
    case .names(_, let find):
      var given = line.given
      given.append(typed, for: "text")
      let names = try await find(given, mediator).filter { !$0.isEmpty }
      return .candidates(names.map { CompletionCandidate($0) })
    }
  }
}

extension String {
  /// The text without case, accents and width of characters, to compare it with what a person
  /// types.
  var folded: String {
    folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
