public import Documents

/// A file that shows the content of a scene, such as an image.
public struct SceneFile: Sendable, Hashable {
  /// The content.
  public let content: FileContent
  /// The title of the content, from which the host makes the name of a file.
  public let title: String
  /// The extension of such a name, such as `svg`.
  public let pathExtension: String

  /// Creates a file.
  public init(_ content: FileContent, title: String, pathExtension: String) {
    self.content = content
    self.title = title
    self.pathExtension = pathExtension
  }
}
