import DataSourceInterface
import Foundation
import Mediator

extension DataSourceError {
  /// Says in our words why a folder cannot be used.
  init(using folder: URL, _ error: any Error) {
    self = .storage(folder.path, reason: error.reason)
  }
}
