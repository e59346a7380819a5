import Channel
import Foundation
import Mediator
import Plugins

/// A request of an MCP client, with what its metadata says.
///
/// Requests of both eras may arrive over the same connection, since nothing depends on the requests
/// before. One without metadata belongs to the older era, whether `initialize` came before or not.
///
/// Source: Model Context Protocol, revisions 2026-07-28 and 2025-11-25, "Base Protocol".
struct MCPRequest {
  /// Each report of progress repeats the token.
  private static let maximumTokenLength = 1024

  let method: String
  /// As it was spelled in JSON.
  let id: Data
  let parameters: JSONMembers
  let era: MCPEra
  /// The JSON with which the client wants reports of progress to be marked; nil if it wants none.
  let progressToken: Data?
  /// What the client says about itself; nil if this request does not say it.
  let client: MCPClientInfo?

  /// - Throws: `ChannelError.remote` for metadata that is not valid, or names an unknown revision.
  init(_ request: ChannelRequest) throws {
    guard let parameters = JSONMembers(request.parameters ?? Data("{}".utf8)),
      let metadata = JSONMembers(parameters.value("_meta") ?? Data("{}".utf8))
    else {
      throw ChannelError.invalid(
        "expected an object with each name once as the parameters and '_meta'")
    }
    method = request.method
    id = request.id ?? Data("null".utf8)
    self.parameters = parameters
    progressToken = metadata["progressToken"].flatMap { token in
      token.first.map { "\"-0123456789".utf8.contains($0) } == true ? token : nil
    }
    guard progressToken?.count ?? 0 <= Self.maximumTokenLength else {
      throw ChannelError.invalid(
        "'progressToken' has more than \(Self.maximumTokenLength) bytes; expected fewer")
    }
    era = method == "initialize" ? .legacy : try Self.era(of: metadata, method)
    let prefix = MCPEra.metadataPrefix
    client =
      switch era {
      case .modern:
        MCPClientInfo(metadata["\(prefix)clientInfo"], metadata["\(prefix)clientCapabilities"])
      case .legacy where method == "initialize":
        MCPClientInfo(parameters["clientInfo"], parameters["capabilities"])
      case .legacy: nil
      }
  }

  private static func era(of metadata: JSONMembers, _ method: String) throws -> MCPEra {
    let prefix = MCPEra.metadataPrefix
    let (revision, capabilities) = ("\(prefix)protocolVersion", "\(prefix)clientCapabilities")
    guard metadata[revision] != nil || metadata[capabilities] != nil || method == "server/discover"
    else { return .legacy }
    guard let requested = metadata.text(revision) else {
      throw ChannelError.invalid("expected a text as '\(revision)' in '_meta'")
    }
    guard MCPEra.modern.revisions.contains(requested) else {
      throw ChannelError.unsupportedRevision(requested)
    }
    guard metadata[capabilities]?.first == UInt8(ascii: "{") else {
      throw ChannelError.invalid("expected an object as '\(capabilities)' in '_meta'")
    }
    return .modern
  }
}

extension JSONMembers {
  /// The JSON of a value; nil if the object has no such member, or it is null, which some programs
  /// write in place of none.
  func value(_ name: String) -> Data? {
    self[name].flatMap { $0 == Data("null".utf8) ? nil : $0 }
  }
}

/// What a client says about itself. Nothing proves it.
struct MCPClientInfo: Sendable {
  /// Nil if it says none.
  let name: String?
  /// Whether it can show a form to the person.
  let canAsk: Bool

  init(_ info: Data?, _ capabilities: Data?) {
    name = info.flatMap { JSONMembers($0) }?.text("name")
    let elicitation = capabilities.flatMap { JSONMembers($0) }?["elicitation"]
      .flatMap { JSONMembers($0) }
    // Without a mode, it has forms.
    canAsk = elicitation.map { $0.names.isEmpty || $0["form"] != nil } ?? false
  }
}

extension ChannelError {
  static func invalid(_ message: String) -> ChannelError {
    .remote(code: RPCErrorCode.invalidParameters, message: message)
  }

  static func unknown(_ method: String) -> ChannelError {
    .remote(code: RPCErrorCode.methodNotFound, message: "no method '\(method.shownName)'")
  }

  /// Why a resource cannot be read, or subscribed to.
  static func resource(_ error: any Error, for era: MCPEra) -> ChannelError {
    .remote(
      code: era == .legacy ? -32002 : RPCErrorCode.invalidParameters, message: error.sentence)
  }

  fileprivate static func unsupportedRevision(_ requested: String) -> ChannelError {
    let all = MCPEra.allCases.flatMap(\.revisions)
    let data: JSONValue = .object([
      "requested": .text(requested), "supported": .list(all.map { .text($0) }),
    ])
    return .remote(
      code: -32022,
      message: "the protocol revision is not supported; use \(MCPEra.modern.revisions.joinedByOr), "
        + "or begin with 'initialize'",
      data: try? JSON.encode(data))
  }
}
