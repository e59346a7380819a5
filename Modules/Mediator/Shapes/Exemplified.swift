/// A type that refuses some values of its form, and so names one that it accepts: it can be
/// described without luck.
public protocol Exemplified {
  /// A value that anybody may see, in help and documentation.
  static var example: Self { get }
}
