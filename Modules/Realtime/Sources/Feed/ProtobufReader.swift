/// An enumeration of a format in protocol buffers.
protocol ProtobufEnum: RawRepresentable<Int>, Sendable {
  /// A value that a newer version of the format may know.
  static var unrecognized: Self { get }
}
