/// One way in which a command line may go on.
public struct Candidate: Sendable, Hashable {
  /// What takes the place of the word being typed.
  public let text: String
  /// What it means, in a few words; empty where the text says it all.
  public let meaning: String

  /// A way to go on; texts from outside become `printable`.
  public init(_ text: String, _ meaning: String = "") {
    self.text = text.printable
    self.meaning = meaning.printable
  }
}
