import DataSourceInterface
import Foundation

extension LiveSource {
  /// The source with the whole path of its file.
  /// - Throws: `DataSourceError.missingFile` if it is neither an address nor a file.
  var validated: LiveSource {
    get throws(DataSourceError) {
      guard !isWebAddress else {
        guard URL(string: address)?.host() != nil else { throw .missingFile(address) }
        return self
      }
      let path = URL(filePath: address).standardizedFileURL.path
      guard FileManager.default.fileExists(atPath: path) else { throw .missingFile(address) }
      return LiveSource(address: path, key: key)
    }
  }
}
