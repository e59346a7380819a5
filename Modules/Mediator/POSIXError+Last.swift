package import Foundation

extension POSIXError {
  /// What the last system call failed with.
  package static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
