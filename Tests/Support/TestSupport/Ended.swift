extension Task where Failure == Never {
  /// The task's value. The task is cancelled with the test that waits for it, so that one that never ends on its own
  /// makes the test fail at its time limit, and not hang.
  public var ended: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task<Void, Never>? {
  /// The end of the task, at once where there is none.
  public var ended: Void {
    get async { await self?.ended }
  }
}
