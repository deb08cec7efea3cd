import Foundation
import NetworkClient
import Synchronization
import TestSupport
import Testing

struct SendingChangesTests {
  @Test(arguments: [NetworkClient.Request.Method.get, .head, .post, .put, .delete])
  func `POST, PUT and DELETE take the current deadline as sendBefore; GET and HEAD have none`(
    method: NetworkClient.Request.Method
  ) async throws {
    let sent = CallRecorder<ContinuousClock.Instant?>()
    let deadline = Mutex<ContinuousClock.Instant?>(nil)
    let url = try #require(URL(string: "http://h/"))
    let sut = NetworkClient { request in
      sent.record(request.sendBefore)
      return .init(url: request.url)
    }.sendingChanges { deadline.withLock(\.self) }
    let start = ContinuousClock.now
    for time in [nil, start, start + .seconds(1)] {
      deadline.withLock { $0 = time }
      _ = try await sut.send(.init(url, method: method))
    }
    #expect(sent.all == ([.get, .head].contains(method) ? [nil, nil, nil] : [nil, start, start + .seconds(1)]))
  }
}
