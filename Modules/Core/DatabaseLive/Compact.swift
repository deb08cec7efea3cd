import Database

extension Handle {
  /// Makes a database, which must be empty, one whose unused room can be given back in steps.
  func setCompactable() throws { try run("PRAGMA auto_vacuum = INCREMENTAL", []) { _ in } }

  /// Gives unused room back, and empties the log beside the file.
  ///
  /// Little of it goes in steps, each a change of its own, in which what stands at the end of the file is moved into the
  /// holes: the rest of the file is not touched. Where more than half is unused, it is quicker to write what there is anew.
  /// So is a file that was made before files could be compacted in steps.
  func compact(_ job: Job) throws {
    try interruptible(job) {
      let (pages, unused) = (try integer("PRAGMA page_count"), try integer("PRAGMA freelist_count"))
      if try integer("PRAGMA auto_vacuum") != 2 || unused > pages / 2 {
        try setCompactable()
        try run("VACUUM", []) { _ in }
      } else {
        for _ in stride(from: 0, to: unused, by: 500) { try run("PRAGMA incremental_vacuum(500)", []) { _ in } }
      }
      try run("PRAGMA wal_checkpoint(TRUNCATE)", []) { _ in }
    }
  }
}
