// Documents of feeds over HTTP and from files.

public import CachedResource
public import Essentials
import FeedDocument
public import FeedsService
public import NetworkClient
import Subscriptions

extension FeedsService {
  /// Sends polite requests: with both validators, without second tries, and none while the server wants a pause.
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - readFile: Returns the bytes of a file.
  ///   - runProgram: Returns the output of a program, given a command for the shell and its input; throws
  ///     `FailedProgram` or another error.
  ///   - headers: Returns header fields for the requests of a feed, by name. No other origin gets them.
  ///   - now: Returns the date.
  public static func live(
    client: NetworkClient, readFile: @escaping @Sendable (_ file: URL) async throws -> Data,
    runProgram: @escaping @Sendable (_ command: String, _ input: Data) async throws -> Data = { _, _ in
      throw AnswerFailure.failedProgram(nil)
    }, headers: @escaping @Sendable (_ feed: URL) async throws -> [String: String] = { _ in [:] },
    now: @escaping @Sendable () -> Date
  ) -> Self {
    Self { address, state, isConditional in
      var conversation = FeedConversation(client: client, now: now())
      conversation.own = try await OwnHeaders(of: address, linkedFrom: state.linkedFrom, headers)
      if let answer = try await conversation.askHere(address, state, isConditional, readFile, runProgram) {
        return answer
      }
      guard let moved = state.movedTo.flatMap({ URL(string: $0) }) else {
        return try await conversation.ask(address, state, isConditional)
      }
      do {
        var state = state
        state.linkedFrom = state.linkedFrom ?? address
        return try await conversation.ask(moved, state, isConditional)
      } catch var failure as FeedFailure where !conversation.isBusy(failure) {
        // A move is taken back once the old address answers: it stays while there is no network.
        var before = state
        before.movedTo = nil
        do {
          var answer = try await conversation.ask(address, before, isConditional)
          answer.moveFailure = failure
          return answer
        } catch let second as FeedFailure {
          failure.state.pausedUntil = second.state.pausedUntil
          throw failure
        }
      }
    }
  }
}

/// Requests one feed and interprets the answer.
private struct FeedConversation {
  var client: NetworkClient
  var now: Date
  var own = OwnHeaders()

  private static let accepted = """
    application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, application/xml;q=0.8, \
    text/xml;q=0.8, application/json;q=0.7, text/html;q=0.5, */*;q=0.3
    """
  /// A server that has confirmed a document for so long is asked for it again.
  private static let confirmationLimit = 8 * 86_400.0
  /// The longest time for which servers and documents can put automatic requests off.
  private static let freshnessLimit = 18_000.0
  /// The number of pages that may lead on to the next one.
  private static let pageLimit = 3
  private static let lost = NetworkClient.Error.unreachable(.lost)

  /// Reads a file or the output of a program; returns nil for the address of a server.
  func askHere(
    _ address: URL, _ before: FeedState, _ isConditional: Bool, _ readFile: (_ file: URL) async throws -> Data,
    _ runProgram: (_ command: String, _ input: Data) async throws -> Data
  ) async throws -> FeedAnswer? {
    let source = Subscription.Source(location: address)
    // Only a person names programs and files: an address in a document of the web never leads to them.
    switch source {
    case .web: guard address.isFileURL, before.linkedFrom?.isFileURL ?? true else { return nil }
    case .command, .filter: if before.linkedFrom != nil { return nil }
    }
    var state = before
    if case .filter = source { try begin(&state) }
    state.askedAt = now
    var response = NetworkClient.Response(url: address, body: Data())
    do {
      switch source {
      case .web: response.body = try await readFile(address)
      case .command(let command): response.body = try await runProgram(command, Data())
      case .filter(let command, let page):
        response.url = page
        var request = NetworkClient.Request(
          page, headers: ["Accept": "*/*"], isRetried: false, returnedRejections: 400..<600)
        request.mayReachThisMachine = false
        own.add(to: &request)
        let input = try await client.send(request)
        guard (200..<300).contains(input.status) else { throw rejected(input, &state) }
        response.body = try await runProgram(command, input.body)
      }
    } catch let error where error is CancellationError || error is FeedFailure {
      throw error
    } catch let program as FailedProgram {
      response.body = program.output
      if let answer = try? answer(response, state, isConditional), answer.document?.isCut != true { return answer }
      throw failed(AnswerFailure.failedProgram(program.status, message: program.message), &state)
    } catch NetworkClient.Error.unreachable(.notUsed) {
      throw FeedFailure(NetworkClient.Error.unreachable(.notUsed), before)
    } catch {
      throw failed(address.isFileURL ? AnswerFailure.unreadableFile(address.path) : error, &state)
    }
    return try answer(response, state, isConditional)
  }

  /// Requests a document, also behind pages that lead on to it.
  /// - Parameter pages: The pages that led to the address.
  func ask(
    _ address: URL, _ before: FeedState, _ isConditional: Bool, behind pages: [URL] = []
  ) async throws -> FeedAnswer {
    var state = before
    try begin(&state)
    var request = NetworkClient.Request(
      address, headers: ["Accept": Self.accepted], isRetried: false, returnedRejections: 400..<600)
    request.mayReachThisMachine = false
    request.returnsCutBody = true
    request.linkedFrom = pages.last ?? state.linkedFrom
    // A date in the future was written before the clock was set back.
    let isFresh = state.documentDate.map { abs(now.timeIntervalSince($0)) < Self.confirmationLimit } ?? false
    if isConditional, isFresh, state.documentChecksum != nil,
      let owner = state.validatorsAddress.flatMap({ URL(string: $0) })
    {
      request.validatorsAddress = owner
      request.headers["If-None-Match"] = state.etag
      request.headers["If-Modified-Since"] = state.lastModified
    }
    own.add(to: &request)
    state.askedAt = now
    let response: NetworkClient.Response
    do { response = try await client.send(request) } catch let error as CancellationError { throw error } catch {
      // A request that was not to be sent says nothing about the feed.
      if case NetworkClient.Error.unreachable(.notUsed) = error { throw FeedFailure(error, before) }
      throw failed(error, &state)
    }
    guard (200..<300).contains(response.status) || response.status == 304 else {
      throw rejected(response, &state)
    }
    if response.status == 304 {
      succeed(&state)
      noteAddress(response, &state)
      if response.header("Cache-Control") != nil { state.freshFor = freshness(response) }
      state.etag = validator("ETag", of: response) ?? state.etag
      state.lastModified = validator("Last-Modified", of: response) ?? state.lastModified
      return FeedAnswer(nil, state)
    }
    var answer: FeedAnswer
    do { answer = try self.answer(response, state, isConditional) } catch let page as FeedFailure {
      guard let next = page.refresh, pages.count < Self.pageLimit, !pages.contains(next) else { throw page }
      return try await ask(next, before, isConditional, behind: pages + [response.url])
    }
    noteAddress(response, &answer.state)
    answer.state.freshFor = freshness(response)
    answer.state.documentDate = now
    // A document that was cut is asked for in full the next time.
    let isCut = answer.state.documentChecksum == nil
    answer.state.etag = isCut ? nil : validator("ETag", of: response)
    answer.state.lastModified = isCut ? nil : validator("Last-Modified", of: response)
    return answer
  }

  /// Reads a document.
  func answer(
    _ response: NetworkClient.Response, _ before: FeedState, _ isConditional: Bool
  ) throws -> FeedAnswer {
    var state = before
    let checksum = checksum(response.body)
    if isConditional, checksum == state.documentChecksum {
      succeed(&state)
      return FeedAnswer(nil, state)
    }
    let document: FeedDocument
    do {
      document = try FeedDocument(
        response.body, at: response.url.withoutCredentials.absoluteString, charset: charset(of: response),
        links: response.header("Link"))
    } catch {
      var failure = failed(response.isCut ? Self.lost : error.reason, &state)
      failure.links = error.links
      failure.refresh = error.refresh.flatMap { URL(string: $0) }
      throw failure
    }
    if response.isCut, document.entryCount == 0 { throw failed(Self.lost, &state) }
    state.documentChecksum = document.isCut ? nil : checksum
    if document.feed.isExpired { state.hasEnded = true }
    state.title = document.feed.title ?? state.title
    noteSchedule(document.feed, &state)
    succeed(&state)
    return FeedAnswer(document, state)
  }

  /// Returns a validator that can be sent back; nil for none.
  private func validator(_ name: String, of response: NetworkClient.Response) -> String? {
    response.header(name).flatMap { $0.isSendableValidator ? $0 : nil }
  }

  /// Forgets the pause that is over.
  /// - Throws: `FeedFailure` if the feed has ended, or its server wants no requests.
  private func begin(_ state: inout FeedState) throws {
    if state.hasEnded == true { throw FeedFailure(AnswerFailure.ended, state) }
    if let until = state.requestedPauseEnd(at: now) { throw FeedFailure(AnswerFailure.pausedUntil(until), state) }
    state.pausedUntil = nil
    state.busyAddress = nil
  }

  /// Returns whether a server has no answer now, so that nothing of it is to be asked again.
  func isBusy(_ failure: FeedFailure) -> Bool {
    if failure.reason.meansTooBusy || failure.state.requestedPauseEnd(at: now) != nil { return true }
    return (failure.reason as? AnswerFailure).map { !$0.isOfAnotherKind } ?? false
  }

  private func succeed(_ state: inout FeedState) {
    state.answeredAt = now
    state.failures = nil
    state.failingSince = nil
    state.failedAt = nil
    state.failure = nil
    state.goneDay = nil
  }

  /// Saves the address that answered, and remembers a move to it when every hop was permanent, on two different days.
  private func noteAddress(_ response: NetworkClient.Response, _ state: inout FeedState) {
    state.validatorsAddress = response.url.absoluteString
    guard !response.redirects.isEmpty, response.redirects.allSatisfy(\.isPermanent) else {
      state.pendingMove = nil
      state.pendingMoveDay = nil
      return
    }
    let target = response.url.absoluteString
    if state.pendingMove == target, let first = state.pendingMoveDay, first != now.dayNumber {
      state.movedTo = target
      state.pendingMove = nil
      state.pendingMoveDay = nil
    } else if state.pendingMove != target {
      state.pendingMove = target
      state.pendingMoveDay = now.dayNumber
    }
  }

  /// Saves the schedule that the document asks for.
  private func noteSchedule(_ feed: FeedValues, _ state: inout FeedState) {
    let intervals = [
      feed.minutesToLive.map { min(Double($0) * 60, Self.freshnessLimit) },
      feed.updateInterval.map { $0 / .seconds(1) },
    ]
    state.updateInterval = intervals.compactMap(\.self).max().flatMap { $0 > 0 ? $0 : nil }
    state.skippedHours = feed.skippedHours.isEmpty ? nil : feed.skippedHours.sorted()
    state.skippedDays = feed.skippedDays.isEmpty ? nil : feed.skippedDays.sorted()
  }

  /// The seconds for which an answer stays fresh: `max-age` without the age that it arrived with (RFC 9111, 4.2).
  private func freshness(_ response: NetworkClient.Response) -> Double? {
    let directives = (response.header("Cache-Control") ?? "").split(separator: ",").map { String($0).trimmed }
    guard !directives.contains(where: { ["no-cache", "no-store"].contains($0.lowercased()) }),
      let maxAge = directives.first(where: { $0.lowercased().hasPrefix("max-age=") })
    else { return nil }
    guard let seconds = Double(maxAge.dropFirst(8).filter { $0 != "\"" }) else { return nil }
    let age = response.header("Age").flatMap { Double($0.trimmed) } ?? 0
    let rest = min(seconds - max(age, 0), Self.freshnessLimit)
    return rest > 0 ? rest : nil
  }

  func failed(_ error: any Error, _ state: inout FeedState) -> FeedFailure {
    // Without a network there is nothing to be learned about the feed, so it is not asked less often for that.
    let isOffline = error as? NetworkClient.Error == .unreachable(.offline)
    state.failures = isOffline ? max(state.failures ?? 0, 1) : (state.failures ?? 0) + 1
    // A later date was written before the clock was set back.
    state.failingSince = min(state.failingSince ?? now, now)
    state.failedAt = now
    state.failure = FailureRecord(feed: error)
    return FeedFailure(error, state)
  }

  private func rejected(_ response: NetworkClient.Response, _ state: inout FeedState) -> FeedFailure {
    let status = response.status
    if status == 429 || status == 503 {
      if !response.redirects.isEmpty { state.busyAddress = response.url }
      if let pause = response.header("Retry-After")?.retryDelay(at: now) {
        state.pausedUntil = now.addingTimeInterval(min(max(pause, 1), FeedState.pauseLimit))
      }
    }
    if status == 410 {
      let today = now.dayNumber
      if let first = state.goneDay, first != today { state.hasEnded = true }
      state.goneDay = state.goneDay ?? today
    }
    // The server may not take its own validators back.
    if [400, 412, 431].contains(status) {
      state.etag = nil
      state.lastModified = nil
    }
    let start = String(decoding: response.body.prefix(8_192), as: UTF8.self).lowercased()
    let isPage = start.contains("<html") || start.contains("<!doctype html")
    // Sites that are being maintained answer with a page, too.
    let isChallenge =
      response.header("cf-mitigated") != nil
      || ["just a moment", "captcha", "challenge", "cf-chl", "ddos"].contains { start.contains($0) }
    if isPage, status == 403 || status == 503 && isChallenge && response.header("Retry-After") == nil {
      return failed(AnswerFailure.refusesPrograms(status), &state)
    }
    return failed(NetworkClient.Error.rejected(status: status), &state)
  }

  private func charset(of response: NetworkClient.Response) -> String? {
    let parameters = (response.header("Content-Type") ?? "").split { $0 == ";" || $0 == "," }.dropFirst()
    for parameter in parameters.map({ String($0).trimmed }) where parameter.lowercased().hasPrefix("charset=") {
      let name = parameter.dropFirst(8).filter { $0 != "\"" && $0 != "'" }
      if !name.isEmpty { return name }
    }
    return nil
  }

  private func checksum(_ body: Data) -> String {
    var checksum = Checksum()
    checksum.add(words: body)
    return "\(body.count)-\(String(checksum.value, radix: 16))"
  }
}
