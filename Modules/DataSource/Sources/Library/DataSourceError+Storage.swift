import DataSourceInterface
import Foundation

extension DataSourceError {
  /// Says in our words why a folder cannot be used.
  init(using folder: URL, _ error: any Error) {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    let reason = (error as? POSIXError ?? cause as? POSIXError)?.reason
    self = .storage(folder.path, reason: reason ?? error.localizedDescription)
  }
}
