import DataSourceInterface
import TestSupport
import Testing

@testable import DataSource

/// Broken, odd and hostile archives, with the verdicts that their collector gives.
@Suite(.enabled(if: SharedData.isThere))
struct BadArchivesTests {
  /// Verdicts that this importer does not share.
  private let judgedOtherwise: Set<String> = [
    // All that is needed is there: stop_times.txt and the other files can be read. One parent is
    // unknown, and that stop stands alone.
    "etalab/invalid_stop_file.zip",
    // Its files are not next to resource forks but at '../stops.txt' and the like: files that leave
    // the folder are refused, whatever they are.
    "gtfs-structure/macosx.zip",
  ]

  /// The one archive whose verdict is on the container alone, and differs: byte for byte it is
  /// `yauzl-success/sloppy-filenames.zip`, which is to be read.
  private let unpackedOtherwise = "zip-level/yauzl-failure/invalid characters in fileName a txt.zip"

  @Test(.timeLimit(.minutes(15)))
  func `no archive crashes the importer, and each ends as expected`() {
    #expect(SharedData.badArchives.count == 276)
    for (file, verdict) in SharedData.badArchives {
      let city = try? SharedData.city("bad/\(file)")
      #expect(city.map { $0.timetable.isSound && $0.isSound } != false, "\(file)")
      guard !judgedOtherwise.contains(file) else { continue }
      switch verdict {
      case _ where file.isContainer: #expect(city == nil, "\(file)")
      case "reject": #expect(city == nil, "\(file)")
      case "warn", "accept", "accept (style warning)": #expect(city != nil, "\(file)")
      default: break
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `archives that are no feeds are unpacked or refused as expected`() {
    for (file, verdict) in SharedData.badArchives
    where file.isContainer && file != unpackedOtherwise {
      let isRead = (try? unpackAll(file)) != nil
      switch verdict {
      case "reject": #expect(!isRead, "\(file)")
      case "accept": #expect(isRead, "\(file)")
      case "accept (except encryption / bogus method)":
        #expect(isRead != (file.contains("encryption") || file.contains("bogus")), "\(file)")
      default: break
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
  /// Whether it is the path of an archive that tests unpacking alone.
  fileprivate var isContainer: Bool { hasPrefix("zip-level/") && !hasPrefix("zip-level/made/") }
}
