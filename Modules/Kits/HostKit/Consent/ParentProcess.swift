import Foundation

/// The process that started this one.
enum ParentProcess {
  /// Returns the path of its program; nil if the system does not tell it, or it has ended.
  static func executable() -> String? {
    let id = getppid()
    guard id > 1 else { return nil }
    #if os(Linux)
      return try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/exe")
    #else
      var path = [UInt8](repeating: 0, count: 4 * Int(MAXPATHLEN))
      let count = proc_pidpath(id, &path, UInt32(path.count))
      return count > 0 ? String(decoding: path.prefix(Int(count)), as: UTF8.self) : nil
    #endif
  }
}
