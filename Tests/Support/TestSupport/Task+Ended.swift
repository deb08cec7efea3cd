extension Task where Failure == Never {
  /// The value of the task. Cancelling the test that waits for it cancels the task, so that a task that never ends
  /// makes the test fail at its time limit instead of hanging.
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
  /// Waits for the end of the task, if there is one.
  public var ended: Void {
    get async { await self?.ended }
  }
}
