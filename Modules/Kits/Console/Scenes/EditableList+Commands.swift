import Documents
import Mediator
public import Scenes

extension EditableList {
  /// The commands, as contributions of the module.
  public var commands: [Command] {
    let examples = examplesByCommand
    return [
      Command(
        words, "List \(Item.plural), or show one in full", action: list,
        input: EditableListArguments<Item>.self, outputType: [Item].self,
        arguments: [.positional("id", isOptional: true)], examples: examples[words] ?? []
      ) { invocation in
        let scene = await scene(through: invocation.mediator)
        let id = try invocation.input(EditableListArguments<Item>.self).id
        if let id, Int(id) == nil { throw unknownCommand(id) }
        await scene.open()
        guard let id else { return try await scene.commandResult(at: invocation.now()) }
        return try await scene.commandResult(selectingID: id, at: invocation.now())
      }.orOutputType(Item.self),
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
      Self.subcommands.map { "\(words) \($0)" }
        .first { "\(example) ".hasPrefix("\($0) ") } ?? words
    }
  }

  private static var subcommands: [String] { ["add", "change", "remove", "undo"] }

  /// The error for a word that is neither the number of an item nor a command.
  private func unknownCommand(_ word: String) -> CommandLineError {
    .unknownCommand(
      "\(words) \(word)", group: words,
      nearest: Self.subcommands.nearest(to: word).first.map { "\(words) \($0)" })
  }
}

/// The argument that shows one item.
private struct EditableListArguments<Item: EditableItem>: SchemaDescribing {
  let id: String?

  static var fieldDescriptions: FieldDescriptions { Item.idDescription }
}
