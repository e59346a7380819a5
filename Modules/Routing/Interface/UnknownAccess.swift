public import DataSourceInterface
public import Mediator

/// What is unknown about a journey that must be free of steps. No part of the journey is known to
/// have steps.
public struct UnknownAccess: Codable, Hashable, Sendable {
  /// The stops where the passenger boards or leaves a train, if the feed does not say whether that
  /// is possible without steps.
  public let stops: [StopReference]
  /// The lines of the trains of which the feed does not say whether they take wheelchairs.
  public let lines: [Line]
  /// Whether the journey has a walk outside stations, which feeds do not describe.
  public let hasWalk: Bool

  /// Creates the unknown parts of a journey.
  public init(stops: [StopReference], lines: [Line], hasWalk: Bool) {
    self.stops = stops
    self.lines = lines
    self.hasWalk = hasWalk
  }

  /// Such as `step-free access unknown at Elm, on lines U1, U2`, or `step-free` if everything is
  /// known.
  public var inWords: LocalizedText {
    let names = stops.map(\.name).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }.joined(separator: ", ")
    let lineNames = lines.map(\.name).joined(separator: ", ")
    let parts: [LocalizedText?] = [
      names.isEmpty ? nil : "at \(names)",
      lines.isEmpty ? nil : lines.count == 1 ? "on line \(lineNames)" : "on lines \(lineNames)",
      hasWalk ? "for the walk" : nil,
    ]
    let unknown = parts.compactMap(\.self)
    return unknown.isEmpty
      ? "step-free" : "step-free access unknown \(unknown.joined(separator: ", "))"
  }
}

extension UnknownAccess: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "stops": "where the feed does not say whether there are steps",
      "lines":
        "the lines of trains of which the feed does not say whether they take wheelchairs",
      "hasWalk": "whether there is a walk outside stations",
    ]
  }
}
