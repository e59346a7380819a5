import Foundation
import ModuleRules

// generate.sh runs this program in the folder of the package, and also compiles it, in one module
// with the library.
do {
  let result = try RulesCommand.run(
    Array(CommandLine.arguments.dropFirst()),
    in: URL(filePath: FileManager.default.currentDirectoryPath))
  if !result.lines.isEmpty { print(result.lines.joined(separator: "\n")) }
  exit(result.isBroken ? 1 : 0)
} catch {
  FileHandle.standardError.write(Data("generate.sh: \(error)\n".utf8))
  exit(2)
}
