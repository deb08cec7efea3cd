import Observed
import Screen
import Terminal

/// An element of the loop's queue.
enum Signal: Sendable {
  case event(Terminal.Event)
  /// Time to draw: something changed, and all events before this have been handled.
  case draw
}

/// A request of a screen. It skips the queue, so later events do not delay it.
enum Request: Sendable {
  /// Shows a screen that belongs to a part of the first screen; nil for the part that is shown.
  case push(Screen, part: Int?)
  /// Shows a screen on the first screen, in place of all that are there in a part.
  case replace(Screen, part: Int?)
  /// Shows a screen beside the list that has the keys; it belongs to a part of the first screen, nil for the part that is
  /// shown.
  case preview(Screen, part: Int?)
  /// The subject has been selected for a while.
  case rested(Screen.Subject)
  /// The ages on the screen are a minute old.
  case renewAges
  case report(String)
  case announce([String])
}

/// The events and requests that wait for the loop. Events queue; an end overtakes them all.
struct Inbox: Sendable {
  /// The queue of the loop.
  let signals: AsyncStream<Signal>
  private let line: AsyncStream<Signal>.Continuation
  private let ended = Observed<Ending?>(nil)
  private let isDrawing = Observed(false)
  private let requests = Observed<[Request]>([])

  init() { (signals, line) = AsyncStream.makeStream() }

  /// The reason why the loop must end; nil while it goes on.
  var ending: Ending? { ended.value }

  /// Adds an event of the terminal. ctrl-c ends the reader regardless of the keys typed before it.
  func add(_ event: Terminal.Event) {
    switch event {
    case .terminated(let termination): end(.terminated(termination))
    case .key(.control("c")): end(.quit)
    default: line.yield(.event(event))
    }
  }

  /// Ends the loop; only the first reason counts.
  func end(_ ending: Ending) {
    ended.update { $0 = $0 ?? ending }
    line.finish()
  }

  func add(_ request: Request) {
    requests.update { $0.append(request) }
    draw()
  }

  /// Adds one drawing after everything in the queue, unless one is queued already.
  func draw() {
    if !isDrawing.replace(with: true) { line.yield(.draw) }
  }

  /// Notes that a drawing begins; changes from now on queue another one.
  func beginDrawing() { isDrawing.replace(with: false) }

  /// Returns the requests since the last call.
  func takeRequests() -> [Request] { requests.replace(with: []) }
}
