import Foundation
public import Mediator

/// What programs can call.
package struct APIInfo: Sendable {
  /// An action that is open to programs.
  package struct Operation: Sendable {
    package let action: ActionDescriptor
    /// What the action does.
    package let summary: String

    package init(_ action: ActionDescriptor, summary: String) {
      self.action = action
      self.summary = summary
    }
  }

  /// The name of the app.
  package let name: String
  package let version: String
  package let summary: String
  package let operations: [Operation]

  package init(name: String, version: String, summary: String, _ operations: [Operation]) {
    self.name = name
    self.version = version
    self.summary = summary
    self.operations = operations.filter { $0.action.exposure.contains(.programs) }
  }
}

extension APIInfo {
  /// The failures of calls, by their statuses.
  private static let failures: KeyValuePairs = [
    400: "The request is malformed.", 401: "The token is missing or wrong.",
    403: "The client may not call the action.",
    404: "Something that the input names does not exist.", 405: "Another method is expected.",
    415: "The body has another type than JSON.", 422: "A field of the input does not fit.",
    500: "The action has failed.", 503: "The module that answers is unavailable.",
  ]

  /// The description of the actions.
  ///
  /// Source: OpenAPI Specification, version 3.1.1.
  var openAPI: Data {
    get throws {
      var components = OpenAPIComponents()
      var paths: [String: JSONValue] = [:]
      for operation in operations {
        let methods = try operation.action.methods.map { method in
          (method.rawValue.lowercased(), try described(operation, method, &components))
        }
        paths["/api/\(operation.action.path)"] = .object(
          Dictionary(methods) { first, _ in first })
      }
      return try JSON.encode(
        [
          "openapi": "3.1.1",
          "info": ["title": .text(name), "version": .text(version), "description": .text(summary)],
          "paths": .object(paths),
          "components": [
            "schemas": .object(components.schemas.merging(["Error": Self.error]) { own, _ in own }),
            "responses": .object(
              Dictionary(
                Self.failures.map { ("\($0)", Self.response($1, of: Self.reference("Error"))) }
              ) { first, _ in first }),
            "securitySchemes": [
              "token": [
                "type": "http", "scheme": "bearer",
                "description": .text("The token of '\(name) grants new --program <name>'."),
              ],
              "device": [
                "type": "apiKey", "in": "cookie", "name": .text(DeviceKeys.cookie),
                "description": "A browser that has used the key of the pages; it only reads.",
              ],
            ],
          ],
        ] as JSONValue)
    }
  }

  private func described(
    _ operation: Operation, _ method: HTTPRequest.Method, _ components: inout OpenAPIComponents
  ) throws -> JSONValue {
    let action = operation.action
    let name = "\(action.target)_\(action.name)"
    let input = try components.add(action.inputSchema ?? .any, of: "\(name)_input")
    let output = try components.add(action.outputSchema ?? .any, of: "\(name)_output")
    let failures = Self.failures.filter { $0.key != 405 && (method == .post || $0.key != 415) }
    let references = failures.map {
      ("\($0.key)", ["$ref": .text("#/components/responses/\($0.key)")] as JSONValue)
    }
    let token = ["token": []] as JSONValue
    var members: [String: JSONValue] = [
      "operationId": .text("\(method.rawValue.lowercased())_\(name)"),
      "summary": .text(operation.summary), "tags": [.text(action.target)],
      "description": .text(action.effect.sentence),
      "security": method == .get ? [token, ["device": []]] : [token],
      "responses": .object(
        Dictionary(references) { first, _ in first }
          .merging(["200": Self.response("The output of the action.", of: output)]) { $1 }),
    ]
    switch method {
    case .get:
      let fields = try action.inputSchema?.parameters() ?? []
      let properties = components.properties(of: "\(name)_input")
      members["parameters"] = .list(
        fields.map { Self.parameter($0, properties[$0.name] ?? [:]) })
    case .post:
      members["requestBody"] = [
        "required": .boolean(try action.inputSchema?.fields.contains { !$0.isOptional } ?? true),
        "content": [HTTPResponse.json: ["schema": input]],
      ]
    }
    return .object(members)
  }

  /// A field as a parameter of the query; a list has its name several times.
  private static func parameter(_ field: Schema.Field, _ schema: JSONValue) -> JSONValue {
    [
      "name": .text(field.name), "in": "query", "required": .boolean(!field.isOptional),
      "description": .text("\(field.hint())"), "schema": schema,
    ]
  }

  private static func response(_ description: String, of schema: JSONValue) -> JSONValue {
    [
      "description": .text(description),
      "content": [HTTPResponse.json: ["schema": schema]],
    ]
  }

  fileprivate static func reference(_ schema: String) -> JSONValue {
    ["$ref": .text("#/components/schemas/\(schema)")]
  }

  private static let error: JSONValue = [
    "type": "object", "required": ["error"],
    "properties": [
      "error": [
        "type": "object", "required": ["message"],
        "properties": [
          "message": ["type": "string", "description": "What is wrong, and what would mend it."],
          "field": ["type": "string", "description": "The field of the input that does not fit."],
        ],
      ]
    ],
  ]
}

/// The schemas to which the operations of a description refer.
private struct OpenAPIComponents {
  private(set) var schemas: [String: JSONValue] = [:]

  /// Adds a schema, and the objects in it that contain themselves, and returns a reference.
  /// - Parameter name: The name of the schema, and the beginning of those of the objects.
  mutating func add(_ schema: Schema, of name: String) throws -> JSONValue {
    guard case .object(var members) = try JSON.decode(JSONValue.self, from: schema.jsonSchema)
    else { return APIInfo.reference(name) }
    members["$schema"] = nil
    if case .object(let definitions)? = members.removeValue(forKey: "$defs") {
      for (object, schema) in definitions {
        schemas["\(name)_\(object.identifier)"] = schema.referring(to: name)
      }
    }
    schemas[name] = JSONValue.object(members).referring(to: name)
    return APIInfo.reference(name)
  }

  /// The schemas of the fields of an object.
  func properties(of name: String) -> [String: JSONValue] {
    guard case .object(let members)? = schemas[name],
      case .object(let properties)? = members["properties"]
    else { return [:] }
    return properties
  }
}

extension JSONValue {
  /// The JSON Schema, which refers to components in place of definitions of its own.
  fileprivate func referring(to name: String) -> JSONValue {
    switch self {
    case .object(let members):
      if case .text(let path)? = members["$ref"], path.hasPrefix("#/$defs/") {
        return APIInfo.reference("\(name)_\(String(path.dropFirst(8)).identifier)")
      }
      return .object(members.mapValues { $0.referring(to: name) })
    case .list(let elements): return .list(elements.map { $0.referring(to: name) })
    case .null, .boolean, .integer, .number, .text: return self
    }
  }
}

extension String {
  /// With the characters that names of components may have.
  fileprivate var identifier: String {
    String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}

extension Effect {
  /// What a program must know of the effect.
  fileprivate var sentence: String {
    let consent = "The person consents once for each program, or each time."
    return switch self {
    case .reads: "Reads, and changes nothing."
    case .adds: "Adds something with each call. \(consent)"
    case .sets: "Sets values; the same call again changes nothing more. \(consent)"
    case .changes: "Changes something with each call. \(consent)"
    case .removes: "Removes something; the same call again removes nothing more. \(consent)"
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates a text.
  public init(stringLiteral text: String) { self = .text(text) }
  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
  /// Creates an object; of members with the same name, it has the first.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Dictionary(members) { first, _ in first })
  }
}
