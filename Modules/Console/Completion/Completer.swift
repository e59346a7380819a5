import Foundation
public import Mediator

/// Tells a shell how a command line may go on.
public struct Completer: Sendable {
  /// What a shell can offer.
  public enum Offer: Sendable, Hashable {
    /// These, the best first.
    case candidates([Candidate])
    /// Whatever files and folders there are.
    case files
  }

  private let commands: [Command]
  private let globals: [Argument]

  /// A completer of lines that call one of `commands`; `globals` are the host's own options.
  public init(commands: [Command], globals: [Argument]) {
    self.commands = commands
    self.globals = globals.includingHelp
  }

  /// What may take the place of the last of `words`, which is being typed; the host's own name is
  /// left out.
  public func offer(for words: [String], through mediator: Mediator) async throws -> Offer {
    let typed = words.last ?? ""
    let line = TypedLine(words.dropLast(), commands: commands, globals: globals)
    if let option = line.waitingOption {
      return try await values(of: option, typed, line, mediator)
    }
    if typed.hasPrefix("-"), !line.isEnded {
      guard let sign = typed.firstIndex(of: "=") else {
        return .candidates(line.freeOptions.filter { $0.text.hasPrefix(typed) })
      }
      guard let option = line.option(called: String(typed[..<sign])) else { return .candidates([]) }
      let value = String(typed[typed.index(after: sign)...])
      let offer = try await values(of: option, value, line, mediator)
      guard case .candidates(let candidates) = offer else { return offer }
      return .candidates(candidates.map { Candidate(typed[...sign] + $0.text, $0.meaning) })
    }
    let next = self.words(after: line).filter { $0.text.hasPrefix(typed) }
    guard let argument = line.nextPositional else { return .candidates(next) }
    let offer = try await values(of: argument, typed, line, mediator)
    guard case .candidates(let candidates) = offer else { return offer }
    return .candidates(next + candidates)
  }

  /// The words that may come next of commands, and of `help`.
  private func words(after line: TypedLine) -> [Candidate] {
    let isHelp = line.words.first == "help"
    let words = Array(line.words.drop { $0 == "help" })
    let longer = commands.filter { $0.words.count > words.count && $0.words.starts(with: words) }
    let names = longer.map { command in
      let isWhole = command.words.count == words.count + 1
      return Candidate(command.words[words.count], isWhole ? command.summary : "")
    }
    let help = Candidate("help", "Show how to call a command")
    var seen: Set<String> = []
    return (names + (words.isEmpty && !isHelp ? [help] : [])).filter {
      seen.insert($0.text).inserted
    }
  }

  /// What the commands offer for an option that the host itself cannot complete.
  private func contributed(_ option: Argument) -> Completion? {
    commands.lazy.flatMap(\.options).filter { $0.field == option.field }
      .compactMap(\.completion).first
  }

  private func values(
    of argument: Argument, _ typed: String, _ line: TypedLine, _ mediator: Mediator
  ) async throws -> Offer {
    let choices = line.command?.choices(of: argument) ?? []
    guard choices.isEmpty else {
      return .candidates(choices.filter { $0.hasPrefix(typed) }.map { Candidate($0) })
    }
    switch argument.completion ?? contributed(argument) {
    case nil: return .candidates([])
    case .files: return .files
    case .names(let find):
      var given = line.given
      given.append(typed, for: "text")
      return .candidates(try await find(given, mediator).beginning(with: typed))
    }
  }
}

extension [String] {
  /// Those that begin with a text, whatever its case and accents; all where none does, for they may
  /// have been found in other ways.
  fileprivate func beginning(with text: String) -> [Candidate] {
    let wanted = text.folded
    let names = filter { !$0.isEmpty }
    let beginning = names.filter { $0.folded.hasPrefix(wanted) }
    return (beginning.isEmpty ? names : beginning).map { Candidate($0) }
  }
}

extension String {
  fileprivate var folded: String {
    folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
