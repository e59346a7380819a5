import Foundation
import Mediator
import ModuleManager

/// The parameters of requests, which contain metadata in the modern era.
struct MCPMetadata: Sendable {
  /// The members of the metadata in the modern era, as JSON without braces.
  private let modern: Data
  /// The name and the version of the client.
  let client: JSONValue
  /// What the client can do for a plug-in.
  let capabilities: JSONValue

  /// - Parameter canAsk: Whether a person can answer the questions of the plug-in.
  init(_ app: AppDescription, canAsk: Bool) {
    capabilities = .object(canAsk ? ["elicitation": .object([:])] : [:])
    client = .object(["name": .text(app.name), "version": .text(app.version)])
    let members: [String: JSONValue] = [
      "\(MCPEra.metadataPrefix)protocolVersion": .text(MCPEra.modern.revisions[0]),
      "\(MCPEra.metadataPrefix)clientCapabilities": capabilities,
      "\(MCPEra.metadataPrefix)clientInfo": client,
    ]
    // Texts always have a JSON form.
    modern = ((try? JSON.encode(members)) ?? Data("{}".utf8)).dropFirst().dropLast()
  }

  /// An object with members whose values are JSON.
  /// - Parameter progress: The token for reports of progress; nil to ask for none.
  func parameters(
    _ members: [(name: String, json: Data)], for era: MCPEra, progress: Int? = nil
  ) -> Data {
    var metadata = era == .modern ? [modern] : []
    if let progress { metadata.append(Data("\"progressToken\":\(progress)".utf8)) }
    var parts = members.map { Data("\"\($0.name)\":".utf8) + $0.json }
    if !metadata.isEmpty {
      parts.append(Data("\"_meta\":{".utf8) + metadata.joined(separator: ",".utf8) + "}".utf8)
    }
    return Data("{".utf8) + parts.joined(separator: ",".utf8) + "}".utf8
  }
}
