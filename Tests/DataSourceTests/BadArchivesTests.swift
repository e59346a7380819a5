import DataSourceInterface
import TestSupport
import Testing

@testable import DataSource

/// Broken, odd and hostile archives, with the verdicts that their collector gives.
@Suite(.enabled(if: SharedData.isThere))
struct BadArchivesTests {
  /// Verdicts that this importer does not share yet, or never will.
  private let judgedOtherwise: Set<String> = [
    // No file that is needed is broken: a bomb beside the feed, a wrong parent.
    "zip-level/made/bomb-100MB.zip", "etalab/invalid_stop_file.zip",
    // A feed in an archive in an archive; files that leave the folder.
    "transitland-zips/example-nested-zip.zip", "gtfs-structure/macosx.zip",
    // No trip of theirs is on a line and a service that the feed has.
    "etalab/accessibility.zip", "etalab/agency.zip", "etalab/agency_single.zip",
    "etalab/custom_route_color.zip", "etalab/fare_attributes.zip",
    "etalab/interpolated_stop_times.zip", "etalab/no_optional_files.zip",
    "etalab/optimisation_route_trips.zip", "etalab/sub_folder.zip", "gtfs-structure/gtfs.zip",
    "gtfs-structure/gtfs_with_bom.zip", "gtfs-structure/subdirectory.zip",
    "gtfs-structure/interpolated_stop_times.zip", "gtfs-structure/missing_feed_date.zip",
    "gtfs-structure/only_required_fields.zip",
  ]

  /// Archives whose verdict is on the container alone, and differs.
  private let unpackedOtherwise: Set<String> = [
    // A backslash parts folders here, and links are files like any other: nothing is written.
    "zip-level/yauzl-failure/invalid characters in fileName a txt.zip",
    "zip-level/zipfoundation/testUnzipUncontainedSymlink.zip",
  ]

  @Test(.timeLimit(.minutes(1)))
  func `no archive crashes the importer, and most end as expected`() {
    #expect(SharedData.badArchives.count == 276)
    for (file, verdict) in SharedData.badArchives {
      let timetable = try? SharedData.timetable("bad/\(file)")
      #expect(timetable?.isSound != false, "\(file)")
      guard !judgedOtherwise.contains(file) else { continue }
      switch verdict {
      case _ where file.isContainer: #expect(timetable == nil, "\(file)")
      case "reject": #expect(timetable == nil, "\(file)")
      case "accept", "accept (style warning)": #expect(timetable != nil, "\(file)")
      default: break
      }
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `archives that are no feeds are unpacked or refused as expected`() {
    for (file, verdict) in SharedData.badArchives
    where file.isContainer && !unpackedOtherwise.contains(file) {
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
