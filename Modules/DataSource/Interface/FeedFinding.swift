/// One kind of problem in one file of a feed.
public struct FeedFinding: Codable, Hashable, Sendable {
  /// A place where a problem was found.
  public struct Example: Codable, Hashable, Sendable {
    /// The line of the file, from 1; nil where it concerns the whole file.
    public let line: Int?
    /// The value that is wrong, or the id of what is; empty where a value is missing.
    public let value: String

    /// Composes an example.
    public init(line: Int?, value: String) {
      self.line = line
      self.value = value
    }
  }

  /// The name of the file.
  public let file: String
  /// What is wrong.
  public let problem: FeedProblem
  /// What the importer did about it.
  public let remedy: FeedProblem.Remedy
  /// How many rows or trips are concerned.
  public let count: Int
  /// The first few places.
  public let examples: [Example]

  /// Composes a finding; the remedy is the problem's.
  public init(file: String, problem: FeedProblem, count: Int, examples: [Example]) {
    self.file = file
    self.problem = problem
    remedy = problem.remedy
    self.count = count
    self.examples = examples
  }
}
