/// Tells a person how far long work has come.
public struct ProgressReporter: Sendable {
  private let report: @Sendable (String, Double?) -> Void

  /// A reporter that calls `report`: what is being done, and how much of it, 0 to 1 or unknown.
  public init(report: @escaping @Sendable (String, Double?) -> Void) {
    self.report = report
  }

  /// Shows that `work` is under way, done to `fraction` (0 to 1) where that is known.
  public func show(_ work: String, _ fraction: Double? = nil) {
    report(work, fraction)
  }
}
