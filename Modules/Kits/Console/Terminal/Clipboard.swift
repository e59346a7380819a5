import Foundation
public import Mediator

/// The clipboard of the terminal.
public enum Clipboard {
  /// The maximum number of bytes to copy. A longer text would need a control sequence of more than
  /// 100,000 bytes, which terminals ignore.
  public static let maximumSize = 74_994

  /// Returns the control sequence that copies a text. The terminal may be configured to ignore it.
  ///
  /// Source: xterm, "Operating System Commands", Ps = 52.
  /// - Throws: `ClipboardError.tooLong` when the text has more than `maximumSize` bytes.
  public static func sequence(copying text: String) throws(ClipboardError) -> String {
    let bytes = Data(text.utf8)
    guard bytes.count <= maximumSize else { throw .tooLong(bytes: bytes.count) }
    return "\u{1B}]52;c;\(bytes.base64EncodedString())\u{7}"
  }
}

/// Why a text cannot be copied.
public enum ClipboardError: ModuleError {
  /// The text has more bytes than terminals accept.
  case tooLong(bytes: Int)
  /// The output is a file or a pipe.
  case noTerminal

  public var kind: FailureKind { .failed }

  public var description: String {
    switch self {
    case .tooLong(let bytes):
      "the text has \(bytes) bytes, and terminals accept \(Clipboard.maximumSize); "
        + "write it to a file"
    case .noTerminal:
      "the clipboard is that of a terminal, and the output is a file or a pipe; share the text instead"
    }
  }
}
