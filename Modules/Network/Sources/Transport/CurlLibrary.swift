import CCurl
import Foundation
import NetworkInterface

/// The functions of libcurl, which is loaded when the first request needs it.
struct CurlLibrary: @unchecked Sendable {
  // Safe to share: the table is allocated once, written before it is shared, and never freed.
  let functions: UnsafePointer<CurlFunctions>
  /// Whether nothing waits for the look-up of a name after its transfer was removed, as since 7.87.
  let removesDuringLookup: Bool

  private static let loaded = Result { () throws(NetworkError) in
    try CurlLibrary(from: names)
  }

  /// Loads the library at the first call.
  /// - Throws: `NetworkError.missingLibrary`.
  static func load() throws(NetworkError) -> CurlLibrary { try loaded.get() }

  /// The file names of the library, in the order of preference. Debian has a second one, which uses
  /// GnuTLS.
  #if os(Linux)
    private static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
  #else
    private static let names = ["/usr/lib/libcurl.4.dylib"]
  #endif

  /// Loads the first library of the list that has all functions.
  /// - Throws: `NetworkError.missingLibrary`.
  init(from names: [String]) throws(NetworkError) {
    var reason = "libcurl is not installed"
    let table = UnsafeMutablePointer<CurlFunctions>.allocate(capacity: 1)
    for name in names {
      guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      guard curl_functions_find(table, library) == nil else {
        reason = "libcurl is too old"
        continue
      }
      guard table.pointee.curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else {
        reason = "libcurl cannot be initialized"
        continue
      }
      functions = UnsafePointer(table)
      removesDuringLookup = curl_version_number(table) >= 0x07_57_00
      return
    }
    table.deallocate()
    throw .missingLibrary(reason: reason)
  }
}
