import ContentDomain
public import CounterService
public import CounterStore
public import FileLock
import FileStore
public import LastResponseCodeService
public import Store

extension CounterService {
  /// Counts in a file, and keeps it in step with the one that the last response code stands in.
  ///
  /// Two files cannot be replaced in one step, so there is an order, and each tells what the other should say:
  ///
  /// 1. Under the lock, the next number is one more than the greater of the count and the last code's number.
  /// 2. The code is written, and its number with it. From here on it is counted.
  /// 3. The count is written.
  ///
  /// Killed before 2, nothing has happened. Killed between 2 and 3, the count is behind the number of the last code;
  /// whoever reads it takes the greater of the two, and the next fetch writes it. Should one of the files be damaged, the
  /// other still knows the count; should neither know it, nothing is counted. As the lock is held from 1 to 3, no two
  /// processes give out the same number.
  public static func live(store: CounterStore, lastResponseCode: LastResponseCodeService, lock: FileLock) -> Self {
    @Sendable func count() async throws -> Int {
      let files: [@Sendable () async throws -> Int?] = [
        { try await store.value(.fetches) }, { try await lastResponseCode.last()?.number },
      ]
      var (counts, damage) = ([Int](), FileStoreError?.none)
      for file in files {
        do {
          if let count = try await file() { counts.append(count) }
        } catch FileStoreError.damaged {
          damage = .damaged
        }
      }
      if let damage, counts.isEmpty { throw damage }
      return counts.max() ?? 0
    }
    return Self(
      count: count,
      increment: { keep in
        try await lock.whileHeld {
          let number = try await count() + 1
          try await keep(number)
          do {
            try await store.insert(number, .fetches)
            return Counted(number)
          } catch {
            return Counted(number, keepingFailure: error)
          }
        }
      })
  }
}
