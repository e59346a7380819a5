/// What a way within a station is made of.
///
/// Source: GTFS Schedule Reference, `pathway_mode`.
public enum Facility: String, Codable, CaseIterable, Sendable {
  case stairs, movingWalkway, escalator, lift, fareGate
}
