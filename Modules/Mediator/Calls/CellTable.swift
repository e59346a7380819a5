import Synchronization

/// Owns the memory of a table of cells.
final class CellTable: @unchecked Sendable {
  // Safe to share: the address is immutable, and each cell is atomic.
  let cells: UnsafeMutablePointer<Cells.Cell>
  let capacity: Int

  init(capacity: Int, copying smaller: CellTable?) {
    self.capacity = capacity
    cells = .allocate(capacity: capacity)
    for slot in 0..<capacity {
      let isCopied = slot < smaller?.capacity ?? 0
      let address = isCopied ? smaller?.cells[slot].load(ordering: .relaxed) : nil
      (cells + slot).initialize(to: Cells.Cell(address))
    }
  }

  deinit {
    cells.deinitialize(count: capacity)
    cells.deallocate()
  }
}
