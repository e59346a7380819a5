import Console
import Documents
import Mediator
import Web

extension Command {
  /// Serves the scenes as pages, in place of which the host runs nothing.
  static let web = Command(
    "web", "Show the scenes as web pages, and answer programs, until Ctrl-C",
    input: WebOptions.self, arguments: [.positional("link", isOptional: true)],
    examples: ["web", "web --open", "web --port 8000"]
  ) { _ in CommandResult([String]()) { _ in [] } }.serving()
}

/// The options of `web`.
struct WebOptions: Codable, SchemaDescribing {
  let link: String?
  let scene: String?
  let port: Int?
  let open: Bool?
  let lan: Bool?
  let behind: String?

  static var fieldDescriptions: FieldDescriptions {
    [
      "link": "a link of the app whose scene is opened",
      "scene": .init("the scene that is opened, by its title", valueName: "title"),
      "port": .init(
        "the port on this machine", default: "8080 or, if it is in use, a free one",
        valueName: "number"),
      "open": .flag("open it in your browser"),
      "lan": .flag("let other devices in the local network, such as your phone, open it, too"),
      "behind": .init(
        "the address of a proxy on this machine that passes 'Host' on, such as https://example.org",
        valueName: "address"),
    ]
  }

  var opens: Bool { open == true }

  /// From where the pages are reached.
  /// - Throws: `HostError`, `WebReachError`
  var reach: WebReach {
    get throws {
      guard let behind else { return lan == true ? try .localNetworks() : .thisMachine }
      guard lan != true else { throw HostError.proxyInNetwork }
      guard let reach = WebReach(proxy: behind) else { throw HostError.badProxy(behind) }
      return reach
    }
  }
}
