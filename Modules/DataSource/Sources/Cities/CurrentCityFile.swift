import DataSourceInterface
import Foundation
import Platform

/// The small file that stores which city is current, as `c46e18c1 new-york`: the CRC-32 of the id
/// in hexadecimal digits, and the id. Earlier versions stored only the id.
struct CurrentCityFile {
  /// What the file contains.
  enum Content: Equatable {
    case nothing
    case city(CityID)
    /// The id that an earlier version stored.
    case uncheckedCity(CityID)
    case damaged
    /// The system cannot read the file.
    case unreadable(reason: String)

    /// The stored city, if it can be read.
    var city: CityID? {
      switch self {
      case .city(let id), .uncheckedCity(let id): id
      case .nothing, .damaged, .unreadable: nil
      }
    }

    /// Why the file does not say which city is current, if its city is not installed; nil when it
    /// was never stored, or its city has been removed.
    var problem: String? {
      switch self {
      case .nothing, .city: nil
      case .damaged: "it is damaged"
      case .uncheckedCity(let id): "'\(id)' is not installed"
      case .unreadable(let reason): reason
      }
    }
  }

  private static let path = "current"
  private let folder: DataFolder
  private let file: String

  init(in folder: DataFolder) {
    self.folder = folder
    file = folder.url.appending(path: Self.path).path
  }

  var content: Content {
    let bytes: Buffer
    do {
      bytes = try OpenFile.reading(file).content()
    } catch {
      let code = (error as? POSIXError)?.code
      return code == .ENOENT || code == .ENOTDIR
        ? .nothing : .unreadable(reason: error.systemReason)
    }
    let words = bytes.bytes.text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let id = words.last.flatMap({ CityID($0) }) else { return .damaged }
    switch words.count {
    case 1: return .uncheckedCity(id)
    case 2 where words[0] == Self.checksum(of: id): return .city(id)
    default: return .damaged
    }
  }

  /// Stores a city.
  /// - Throws: `DataSourceError.storage` when the file cannot be written.
  func store(_ id: CityID) throws {
    do {
      try folder.write(Data("\(Self.checksum(of: id)) \(id)\n".utf8), to: Self.path)
    } catch {
      throw DataSourceError(using: folder.url, error)
    }
  }

  private static func checksum(of id: CityID) -> String {
    String(Array(id.description.utf8).checksum, radix: 16)
  }
}
