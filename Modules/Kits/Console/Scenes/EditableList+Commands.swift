import Documents
import Mediator
public import Scenes

extension EditableList {
  /// The commands, as contributions of the module.
  public var commands: [Command] {
    let examples = examplesByCommand
    return [
      Command(
        words, "List \(Item.plural)", action: list, outputType: [Item].self,
        examples: examples[words] ?? []
      ) { scene(through: $0.mediator) },
      Command(
        "\(words) add", "Add an item", calls: add, arguments: arguments.map { .positional($0) },
        examples: examples["\(words) add"] ?? [], caller: caller
      ) { "\(Self.added($0))" },
      Command(
        "\(words) change", "Change an item", calls: change, arguments: ["id"],
        examples: examples["\(words) change"] ?? [], caller: caller
      ) { "\(Self.changed($0))" },
      Command(
        "\(words) remove", "Remove an item", calls: remove, arguments: ["id"],
        examples: examples["\(words) remove"] ?? [], caller: caller
      ) { "\(Self.removed($0))" },
      Command(
        "\(words) undo", "Undo the last change; repeat it to undo earlier changes", calls: undo,
        examples: examples["\(words) undo"] ?? [], caller: caller
      ) { "\(Self.undone($0))" },
    ]
  }

  /// Reads all items when the doctor checks the module, as a contribution of the module.
  public var warnings: [WarningSource] {
    [
      WarningSource(needsData: true) { mediator in
        _ = try await mediator.perform(list, caller: caller)
        return []
      }
    ]
  }

  /// The examples by command: an example belongs to the longest command that it begins with.
  private var examplesByCommand: [String: [String]] {
    Dictionary(grouping: examples) { example in
      ["add", "change", "remove", "undo"].map { "\(words) \($0)" }
        .first { "\(example) ".hasPrefix("\($0) ") } ?? words
    }
  }
}
