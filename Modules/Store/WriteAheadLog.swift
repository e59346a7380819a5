import Foundation

/// The committed pages in a write-ahead log file.
///
/// SQLite reads the log of a killed process up to the first frame whose checksum is wrong, which
/// usually is where that process stopped writing. When the frame is damaged instead, SQLite ignores
/// the transactions behind it without an error. This type detects that, and corrects a wrong bit.
///
/// Source: SQLite, "Database File Format", 4.
struct WriteAheadLog {
  private static let headerSize = 32

  /// The last committed content of each page in the log, by the number of the page.
  private(set) var pages: [Int: [UInt8]] = [:]
  /// Whether a committed part of the log is not as it was written.
  private(set) var isDamaged = false
  /// The content of committed pages that could not be corrected.
  private(set) var damagedPages: [[UInt8]] = []

  /// Reads a log; a missing one has no pages.
  init(at path: String) {
    let bytes = [UInt8]((try? Data(contentsOf: URL(filePath: path))) ?? Data())
    let count = max(0, bytes.count - Self.headerSize) / LogFrame.size
    guard count > 0, bytes.prefix(Self.headerSize).contains(where: { $0 != 0 }) else { return }
    let frames = (0..<count).map { index in
      LogFrame(bytes[(Self.headerSize + index * LogFrame.size)...].prefix(LogFrame.size))
    }
    guard let header = readHeader(Array(bytes.prefix(Self.headerSize))) else { return }
    readFrames(frames, header)
  }

  /// The header after its wrong bit was corrected; nil when that is not possible.
  private mutating func readHeader(_ bytes: [UInt8]) -> [UInt8]? {
    guard !isValid(bytes) else { return bytes }
    isDamaged = true
    for bit in 0..<bytes.count * 8 {
      var corrected = bytes
      corrected[bit / 8] ^= 1 << UInt8(bit % 8)
      if isValid(corrected) { return corrected }
    }
    return nil
  }

  private func isValid(_ header: [UInt8]) -> Bool {
    let sum = LogChecksum(isBigEndian: header[3] & 1 == 1).adding(header[..<24])
    return header.word(at: 0) & ~1 == 0x377F_0682 && header.word(at: 8) == PageChecksum.pageSize
      && sum.isEqual(toStored: header[24...])
  }

  private mutating func readFrames(_ frames: [LogFrame], _ header: [UInt8]) {
    let initial = LogChecksum(isBigEndian: header[3] & 1 == 1)
    // A damaged frame leaves two sums that can be the one before the next frame: the stored and the
    // computed.
    var sums = [initial.stored(header[24...])]
    var transaction: [(frame: LogFrame, isUsable: Bool)] = []
    var isTransactionDamaged = false
    for (index, frame) in frames.enumerated() {
      let stored = initial.stored(frame.checksum)
      let computed = sums.map { $0.adding(frame.number).adding(frame.page) }
      if frame.salt == header[16..<24], computed.contains(stored) {
        transaction.append((frame, true))
        sums = [stored]
      } else if let corrected = frame.corrected(stored, computed, salt: header[16..<24]) {
        transaction.append(corrected)
        isTransactionDamaged = true
        sums = computed + [stored]
      } else {
        // A transaction in the rest of the log can only follow a damaged frame.
        let rest = zip(frames[index...], frames[index...].dropFirst())
        isDamaged =
          isDamaged
          || rest.contains { previous, frame in
            let sum = initial.stored(previous.checksum).adding(frame.number).adding(frame.page)
            return frame.isCommit && frame.salt == header[16..<24]
              && sum.isEqual(toStored: frame.checksum)
          }
        return
      }
      guard transaction.last?.frame.isCommit == true else { continue }
      for (frame, isUsable) in transaction {
        if isUsable {
          pages[frame.pageNumber] = Array(frame.page)
        } else {
          damagedPages.append(Array(frame.page))
        }
      }
      isDamaged = isDamaged || isTransactionDamaged
      (transaction, isTransactionDamaged) = ([], false)
    }
  }
}

/// One page in a write-ahead log, with its header.
private struct LogFrame {
  static let size = 24 + PageChecksum.pageSize

  private(set) var bytes: [UInt8]

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

  /// The number of the page, and the size of the database after a commit.
  var number: ArraySlice<UInt8> { bytes[..<8] }
  var salt: ArraySlice<UInt8> { bytes[8..<16] }
  var checksum: ArraySlice<UInt8> { bytes[16..<24] }
  var page: ArraySlice<UInt8> { bytes[24...] }
  var pageNumber: Int { bytes.word(at: 0) }
  /// Whether the frame is the last one of a transaction.
  var isCommit: Bool { bytes.word(at: 4) != 0 }

  /// Explains the wrong checksum by one wrong bit, and corrects that; nil when this is not possible.
  /// The page is not usable when several bits can be the wrong one.
  func corrected(
    _ stored: LogChecksum, _ computed: [LogChecksum], salt: ArraySlice<UInt8>
  ) -> (frame: LogFrame, isUsable: Bool)? {
    guard self.salt == salt else {
      let bits = zip(self.salt, salt).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
      return bits == 1 && computed.contains(stored) ? (self, true) : nil
    }
    if computed.contains(where: { $0.differsByOneBit(from: stored) }) { return (self, true) }
    let candidates = computed.flatMap { sum in
      stored.wrongBits(in: number + page, with: sum).map { bit in
        var frame = self
        frame.bytes[bit / 8 + (bit < 64 ? 0 : 16)] ^= 1 << UInt8(bit % 8)
        return frame
      }
    }
    return candidates.first.map { ($0, candidates.count == 1) }
  }
}
