import DataSourceInterface

/// What is known of lines beyond what a search needs, by route.
struct RouteFacts: Sendable {
  /// The long name; empty where there is none beside the short one.
  let longName: TextColumn
  /// The feed's `route_type`.
  let type: Column<Int32>
}
