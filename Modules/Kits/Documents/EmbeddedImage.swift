public import Foundation

/// An image in a file format of the web, such as a photograph. Pages show it; where it cannot be
/// shown, its description is.
public struct EmbeddedImage: Sendable, Hashable {
  /// The file formats that every browser shows, by their media types.
  public enum Format: String, Sendable, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"
  }

  /// The maximum size of a file in bytes.
  public static let maximumSize = 1 << 20

  /// The content of the file.
  public let data: Data
  /// The format of the file.
  public let format: Format
  /// What the image shows, or its name.
  public let description: Text

  /// Creates an image; nil for a format that a browser may not show, and for a larger file.
  /// - Parameter type: The media type, such as `image/png`.
  public init?(_ data: Data, type: String, description: Text) {
    guard let format = Format(rawValue: type.lowercased()), data.count <= Self.maximumSize else {
      return nil
    }
    (self.data, self.format, self.description) = (data, format, description)
  }
}
