import Foundation

/// The bytes that are allocated in the heap and not free; nil on a system that does not tell.
package var allocatedBytes: Int? {
  #if canImport(Glibc)
    typealias Function = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    var (text, size) = (UnsafeMutablePointer<CChar>?.none, 0)
    guard let symbol = dlsym(nil, "malloc_info"), let file = open_memstream(&text, &size) else {
      return nil
    }
    // Safe: it is the function that malloc.h declares with this type, which Swift cannot import.
    _ = unsafeBitCast(symbol, to: Function.self)(0, file)
    fclose(file)
    defer { free(text) }
    let report = text.map { String(cString: $0) } ?? ""
    // The last element of a type is about all arenas.
    func last(_ element: String) -> Int? {
      report.ranges(of: "<\(element)").last.flatMap { range in
        report[range.upperBound...].firstMatch(of: /size="(\d+)"/).flatMap { Int($0.1) }
      }
    }
    guard let all = last("system type=\"current\""), let fast = last("total type=\"fast\""),
      let rest = last("total type=\"rest\""), let mapped = last("total type=\"mmap\"")
    else { return nil }
    return all + mapped - fast - rest
  #else
    return nil
  #endif
}
