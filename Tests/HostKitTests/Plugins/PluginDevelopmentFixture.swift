import Console
import Foundation
import ModuleTesting

@testable import HostKit

/// The folder of somebody who writes a plug-in for the app `shop`, with a program in Bash.
struct PluginDevelopmentFixture {
  /// Answers the tool `weather` with a text, and fails in `storm`.
  static let program = #"""
    #!/bin/bash
    echo "here is $SHOP_NAME" >&2
    while IFS= read -r request; do
      [[ $request =~ \"id\":([0-9]+) ]] || continue
      id=${BASH_REMATCH[1]} text='{"type": "text", "text": "mild"}'
      case $request in
        *'"initialize"'*) answer='"result": {"protocolVersion": "2025-11-25"}' ;;
        *'"tools/list"'*) answer='"result": {"tools": [
          {"name": "weather", "description": "Show the weather", "inputSchema": {"type": "object",
           "properties": {"days": {"type": "integer", "minimum": 1}}}},
          {"name": "storm", "inputSchema": {"type": "object"}}]}' ;;
        *'"storm"'*) answer='"result": {"isError": true, "content": ['$text']}' ;;
        *'"weather"'*) answer='"result": {"content": ['$text']}' ;;
        *) answer='"error": {"code": -32601, "message": "no such method"}' ;;
      esac
      echo "{\"jsonrpc\": \"2.0\", \"id\": $id, ${answer//$'\n'/}}"
    done
    """#

  static let manifest = #"""
    {"name": "weather", "summary": "Weather at a place", "command": ["./weather.sh"],
     "env": [{"name": "SHOP_NAME", "summary": "the name of the shop"}]}
    """#

  let plugins = PluginHostFixture()
  let folder: URL

  init() throws {
    folder = plugins.folder.url.appending(path: "work", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try write(Self.manifest, to: "plugin.json")
    try write(Self.program, to: "weather.sh")
  }

  func write(_ text: String, to file: String) throws {
    let path = folder.appending(path: file).path
    try Data(text.utf8).write(to: URL(filePath: path))
    chmod(path, 0o700)
  }

  func run(
    _ line: String..., environment: [String: String] = ["SHOP_NAME": "Ana's"]
  ) async throws -> CommandLineOutput {
    let own = [
      "SHOP_DEADLINES_START": "600", "SHOP_DEADLINES_STOP": "600", "PATH": "/usr/bin:/bin",
    ]
    return try await plugins.app.run(
      line, folder: plugins.home, columns: 1000, environment: own.merging(environment) { $1 })
  }
}
