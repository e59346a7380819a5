import HostKit
import Mediator

@main
enum Metro {
  static let app = CommandLineApp(
    name: "metro", summary: "a metro navigator for the terminal", version: "0.3.0",
    examples: [
      "route Trindade \"Casa da Música\"", "stations casa", "city add beijing beijing.zip",
      "--city porto route Aeroporto Trindade --json",
      "open \"metro://routing/plan?from=Trindade&to=Aliados\"",
      "open \"metro://data-source/city\" --json",
    ], modules: AppModules.all,
    webFiles: ["icon.svg": PackageResources.icon_svg],
    links: LinkAddresses(schemes: ["interchange"], hosts: ["metro.example"]))

  static func main() { app.main() }
}
