package import Foundation

extension Error {
  /// Why the system failed, as part of a sentence: in lower case without a full stop, such as
  /// `no such file or directory`.
  public var systemReason: String {
    guard let code = posixCode else {
      let sentence = localizedDescription.prefix { $0 != "." }
      return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
    return String(cString: strerror(code)).lowercased()
  }

  /// The `errno` value of the failure, which Foundation may have wrapped.
  var posixCode: Int32? {
    if let error = self as? POSIXError { return error.code.rawValue }
    let error = self as NSError
    if error.domain == NSPOSIXErrorDomain { return Int32(clamping: error.code) }
    return (error.userInfo[NSUnderlyingErrorKey] as? any Error)?.posixCode
  }
}

extension POSIXError {
  /// The error of the last system call, from `errno`.
  package static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
