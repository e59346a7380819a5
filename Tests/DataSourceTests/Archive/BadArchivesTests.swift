import DataSourceInterface
import TestSupport
import Testing

@testable import DataSource

/// Broken, unusual and hostile archives, with the expected results from `bad/manifest.csv`.
@Suite(.enabled(if: SharedData.isAvailable))
struct BadArchivesTests {
  /// Archives for which this import has another result.
  private let exceptions: Set<String> = [
    // All necessary files can be read. One parent station is unknown, so that stop becomes a
    // station.
    "etalab/invalid_stop_file.zip",
    // The paths of its files, such as '../stops.txt', leave the folder.
    "gtfs-structure/macosx.zip",
  ]

  /// An archive with two names for a file, `a\\txt` and `a.txt`, has the same bytes as
  /// `yauzl-failure/invalid characters in fileName a txt.zip`, which must be rejected. The other
  /// one has a byte after its end, which is accepted and reported.
  private let containerExceptions = [
    "zip-level/yauzl-success/sloppy-filenames.zip",
    "zip-level/yauzl-failure/Invalid comment length Expected 1 Found 0 Are there extra bytes at the end"
      + " of the file Or is the end of central dir signature PK in the com.zip",
  ]

  @Test(.timeLimit(.minutes(15)))
  func `no archive crashes the import, and each has the expected result`() {
    #expect(SharedData.badArchives.count == 276)
    for (file, expected) in SharedData.badArchives {
      let city = try? SharedData.city("bad/\(file)")
      #expect(city.map { $0.timetable.isValid && $0.isValid } != false, "\(file)")
      guard !exceptions.contains(file) else { continue }
      switch expected {
      case _ where file.isContainer: #expect(city == nil, "\(file)")
      case "reject": #expect(city == nil, "\(file)")
      case "warn", "accept", "accept (style warning)": #expect(city != nil, "\(file)")
      case "either, no crash", "accept or clear error", "accept or reject", "reject or skip entry",
        "reject or warn", "reject or skip (size cap)":
        break
      default: Issue.record("\(file) has the unknown verdict '\(expected)'")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `archives that are not feeds are unpacked or rejected as expected`() {
    for (file, expected) in SharedData.badArchives
    where file.isContainer && !containerExceptions.contains(file) {
      let isRead = (try? unpackAll(file)) != nil
      switch expected {
      case "reject": #expect(!isRead, "\(file)")
      case "accept": #expect(isRead, "\(file)")
      case "accept (except encryption / bogus method)":
        #expect(isRead != (file.contains("encryption") || file.contains("bogus")), "\(file)")
      case "either, no crash": break
      default: Issue.record("\(file) has the unknown verdict '\(expected)'")
      }
    }
  }

  private func unpackAll(_ file: String) throws {
    let archive = try SharedData.archive("bad/\(file)")
    var budget = 256 << 20
    for member in archive.members where !member.isFolder {
      _ = try archive.unpack(member, budget: &budget)
    }
  }
}

extension String {
  /// Whether the path is that of an archive that only tests unpacking.
  fileprivate var isContainer: Bool { hasPrefix("zip-level/") && !hasPrefix("zip-level/made/") }
}
