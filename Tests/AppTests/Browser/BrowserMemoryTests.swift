import Console
import Foundation
import ModuleTesting
import Scenes
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// The memory of the browser over the scenes of all modules, while a person uses it for a long time.
@Suite(
  .enabled(if: TestOptions.measuresMemory && allocatedBytes != nil), .timeLimit(.minutes(60)))
@MainActor
struct BrowserMemoryTests {
  /// The keys that load what stays in memory, such as the modules and their databases.
  private static let warmUp = 5000
  /// What the modules may keep of the last days and stations, in bytes.
  private static let largestCaches = 4_000_000

  @Test func `20,000 random keys leave less than 1 MB in memory`() async throws {
    let session = try await BrowserSession(
      size: ScreenSize(columns: 80, rows: 24), colors: .ansi256)
    var steps = RandomSteps(seed: 5)
    _ = await session.largestMemory(during: Self.warmUp, of: &steps)
    let before = try #require(await session.settledMemory())
    let largest = await session.largestMemory(during: 20_000, of: &steps)
    let after = try #require(await session.settledMemory())
    #expect(after - before < 1_000_000, "\(before) bytes before, \(after) after")
    #expect(largest - before < Self.largestCaches, "\(before) bytes before, \(largest) at most")
    await session.stop()
  }
}

extension BrowserSession {
  /// Presses random keys, and returns the largest memory in bytes.
  fileprivate func largestMemory(during count: Int, of steps: inout RandomSteps) async -> Int {
    var largest = 0
    for number in 1...count {
      perform(steps.next(on: browser.size))
      for _ in 0..<steps.pause { await Task.yield() }
      if number.isMultiple(of: 500) { largest = max(largest, allocatedBytes ?? 0) }
    }
    return largest
  }

  /// The memory in bytes when the first scene is shown and the modules have released their caches; nil
  /// on a system that does not tell.
  fileprivate func settledMemory() async -> Int? {
    browser.scenes.first?.pop()
    await press(.escape)
    browser.resize(to: ScreenSize(columns: 80, rows: 24))
    await press(.home)
    clock.advance(by: .seconds(3600))
    await press(.home)
    await warnAboutMemory()
    return allocatedBytes
  }
}

/// The bytes that are allocated in the heap and not free; nil on a system that does not tell.
private var allocatedBytes: Int? {
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
