import NetworkInterface
import Testing

@testable import Network

@Suite struct CurlLibraryTests {
  @Test(arguments: [
    (names: ["libnone.so.4"], reason: "libcurl is not installed"),
    (names: ["libnone.so.4", libraryWithoutCurl], reason: "libcurl is too old"),
  ])
  func `a machine without libcurl gets an error`(names: [String], reason: String) {
    #expect(throws: NetworkError.missingLibrary(reason: reason)) { try CurlLibrary(from: names) }
  }
}

#if os(Linux)
  private let libraryWithoutCurl = "libc.so.6"
#else
  private let libraryWithoutCurl = "/usr/lib/libSystem.B.dylib"
#endif
