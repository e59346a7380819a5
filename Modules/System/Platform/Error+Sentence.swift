import Foundation

extension Error {
  /// What the system or Foundation says about the failure, with the file or the server that it is
  /// about; nil if the type is none of theirs and has no description for people.
  ///
  /// It is part of a sentence: in lower case without a full stop.
  package var foundationSentence: String? {
    let error = self as NSError
    if let text = (error.userInfo[NSLocalizedDescriptionKey] as? String)?.asPartOfSentence {
      return text
    }
    let name = error.userInfo[NSFilePathErrorKey] as? String ?? error.failingHost
    // A Swift error without a description is one of Foundation, too, once it is bridged.
    let number = type(of: self) is NSError.Type ? "error \(error.code) of '\(error.domain)'" : nil
    guard let reason = error.reason(of: posixCode) ?? number else { return nil }
    return name.map { "'\($0)': \(reason)" } ?? reason
  }
}

extension NSError {
  fileprivate func reason(of code: Int32?) -> String? {
    if let code { return String(cString: strerror(code)).lowercased() }
    if domain == "NSURLErrorDomain" { return reasonOfTransfer }
    guard let reason = localizedDescription.withoutStandardSentence?.asPartOfSentence else {
      return nil
    }
    let detail = (userInfo["NSDebugDescription"] as? String)?.asPartOfSentence
    return reason + (detail.map { ": \($0)" } ?? "")
  }

  /// Why a transfer has failed. Without a description of its own, the error has only a number.
  ///
  /// Source: Apple, "URL Loading System Error Codes".
  private var reasonOfTransfer: String {
    switch code {
    case -999: "the transfer was cancelled"
    case -1000, -1002: "the address cannot be used"
    case -1001: "no answer came in time"
    case -1003, -1006: "the server was not found"
    case -1004: "the server does not accept connections"
    case -1005: "the connection was lost"
    case -1009: "there is no connection to the internet"
    case -1011, -1015, -1016, -1017: "the answer of the server cannot be read"
    case -1012, -1013: "the server requires a login"
    case -1100: "no such file or directory"
    case -1102: "permission denied"
    case -1206 ... -1200: "the connection is not secure"
    default: "the transfer failed with the error \(code)"
    }
  }

  /// The server of a transfer that failed; the rest of an address may be secret.
  fileprivate var failingHost: String? {
    let address = (userInfo["NSErrorFailingURLStringKey"] as? String).flatMap(
      URL.init(string:))
    return (address ?? userInfo[NSURLErrorFailingURLErrorKey] as? URL)?.host()
  }
}

extension String {
  /// In lower case without a full stop, as part of a sentence; nil for an empty text.
  package var asPartOfSentence: String? {
    let text = trimmingCharacters(in: .whitespacesAndNewlines)
    let isWord = text.dropFirst().first?.isLowercase ?? false
    let start = isWord ? text.prefix(1).lowercased() + text.dropFirst() : text
    let end = start.hasSuffix(".") && !start.hasSuffix("..") ? String(start.dropLast()) : start
    return end.isEmpty ? nil : end
  }

  /// The text without what Foundation says about every error; nil if it has said nothing else than
  /// the number of the error.
  fileprivate var withoutStandardSentence: String? {
    let start = /The operation could(?: not|n.t) be completed\.\s*/
    let rest = trimmingPrefix(start)
    return rest.isEmpty || rest.hasPrefix("(") ? nil : String(rest)
  }
}
