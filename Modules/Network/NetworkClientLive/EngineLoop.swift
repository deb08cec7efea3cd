import CCurl
import NetworkClient

/// The loop of the engine's thread. It is created, used and freed on that thread.
final class EngineLoop {
  private let mailbox: Mailbox
  private let multi: OpaquePointer
  private var transfers: [OpaquePointer: Transfer] = [:]
  private var queues = HostQueues()

  init(_ mailbox: Mailbox) throws(NetworkClient.Error) {
    guard let multi = curl.multi_init() else { throw .unreachable(.other("curl_multi_init failed")) }
    self.mailbox = mailbox
    self.multi = multi
    // At most eight idle connections stay open. `HostQueues` has the same limits per host; libcurl's apply where a host
    // falls back from HTTP/2.
    _ = ccurl_multi_setopt_long(multi, CURLMOPT_MAXCONNECTS, 8)
    _ = ccurl_multi_setopt_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, HostQueues.connections)
    _ = ccurl_multi_setopt_long(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, HostQueues.streams)
    mailbox.setMulti(UInt(bitPattern: multi))
  }

  deinit {
    mailbox.setMulti(0)
    for transfer in transfers.values { _ = curl.multi_remove_handle(multi, transfer.handle) }
    transfers = [:]
    _ = curl.multi_cleanup(multi)
  }

  /// Runs until the mailbox closes.
  /// - Throws: The failure of libcurl.
  func run() throws(NetworkClient.Error) {
    // Fails at once if the process has no file descriptor left through which the thread can be woken.
    try check(curl.multi_wakeup(multi))
    var running: Int32 = 0
    while true {
      let messages = mailbox.takeMessages()
      if messages.isClosing { return }
      for id in messages.cancelled { drop(id) }
      for job in messages.submitted where !messages.cancelled.contains(job.id) { queues.add(job) }
      for job in queues.takeReady() { start(job) }
      try check(curl.multi_perform(multi, &running))
      if finish() { continue }
      // The poll needs no time limit: libcurl ends it for its own timers and when it is woken.
      try check(curl.multi_poll(multi, nil, 0, Int32.max, nil))
    }
  }

  private func start(_ job: Mailbox.Job) {
    do throws(NetworkClient.Error) {
      let transfer = try Transfer(job)
      try check(curl.multi_add_handle(multi, transfer.handle))
      transfers[transfer.handle] = transfer
    } catch {
      queues.end(HostQueues.Key(job.exchange), isMultiplexed: nil)
      mailbox.finish(job.id, .failure(error))
    }
  }

  /// Finishes the transfers that are over. Returns whether there were any, because their slots are free then.
  private func finish() -> Bool {
    var code = CURLE_OK
    var isAny = false
    while let handle = ccurl_multi_next_done(multi, &code) {
      _ = curl.multi_remove_handle(multi, handle)
      guard let transfer = transfers.removeValue(forKey: handle) else { continue }
      isAny = true
      queues.end(transfer.queueKey, isMultiplexed: transfer.isMultiplexed)
      mailbox.finish(transfer.id, transfer.result(code))
    }
    return isAny
  }

  private func drop(_ id: Int) {
    if queues.remove(id) { return }
    guard let (handle, transfer) = transfers.first(where: { $0.value.id == id }) else { return }
    _ = curl.multi_remove_handle(multi, handle)
    queues.end(transfer.queueKey, isMultiplexed: nil)
    transfers[handle] = nil
  }

  private func check(_ code: Int32) throws(NetworkClient.Error) {
    if code != CURLM_OK { throw .unreachable(.other(String(curl: curl.multi_strerror(code)))) }
  }
}
