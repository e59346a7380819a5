import Console
import Mediator

extension Command {
  /// `open`: shows what the command for a link's action shows. Where no command is, its JSON.
  static func open(by commands: [Command]) -> Command {
    Command(
      "open", "Open a link, as the command for it would answer",
      arguments: [.positional("link", "a metro:// URL; put it in quotes, because of the &")],
      examples: [
        "open \"metro://routing/plan?from=Trindade&to=Aliados\"",
        "open \"metro://data-source/city\" --json",
      ]
    ) { invocation in
      let link = try invocation.input(Link.self).link
      let (action, parameters) = try invocation.mediator.destination(of: link)
      guard let command = commands.first(where: { $0.action?.slot == action.slot }) else {
        return Answer(json: try await invocation.mediator.perform(url: link))
      }
      return try await command.run(invocation.calling(command, with: parameters))
    }
  }

  private struct Link: Decodable {
    let link: String
  }
}
