/// What a part of the house promises about its speed and size.
protocol Suite: Sendable {
  /// Its name on the command line.
  static var name: String { get }

  /// Measures everything.
  static func figures(_ options: Options) async throws -> [Figure]
}
