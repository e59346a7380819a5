import Foundation
import PackagePlugin

/// Writes `AppModules.swift` for a program that runs some features without the others: the modules of
/// the features on which it depends.
@main
struct ModuleList: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
    let names = target.dependencies.map { dependency in
      switch dependency {
      case .target(let target): target.name
      case .product(let product): product.name
      @unknown default: ""
      }
    }
    let features = names.filter { names.contains("\($0)Interface") }.sorted()
    let imports = (["HostKit"] + features).sorted().map { "import \($0)\n" }
    let modules = features.map { "\($0)Module.self" }.joined(separator: ", ")
    let source = """
      \(imports.joined())
      enum AppModules {
        static let all = ModuleSlice([\(modules)])
      }

      """
    let file = context.pluginWorkDirectoryURL.appending(path: "AppModules.swift")
    return [
      .buildCommand(
        displayName: "Write AppModules.swift for \(features.joined(separator: ", "))",
        executable: URL(filePath: "/bin/sh"),
        arguments: ["-c", #"printf %s "$1" >"$2""#, "sh", source, file.path], outputFiles: [file])
    ]
  }
}
