/// Tells a person how far long work has come.
public struct Progress: Sendable {
  private let report: @Sendable (String, Double) -> Void

  /// Progress that `report` shows: what is being done, and how much of it, 0 to 1.
  public init(report: @escaping @Sendable (String, Double) -> Void) {
    self.report = report
  }

  /// Shows that `work` is done to `fraction`, 0 to 1.
  public func show(_ work: String, _ fraction: Double) {
    report(work, fraction)
  }
}
