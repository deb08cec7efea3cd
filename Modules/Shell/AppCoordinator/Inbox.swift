import Observed
import Screen
import Terminal

/// What the loop is told.
enum Signal: Sendable {
  case event(Terminal.Event)
  /// Something changed, and everything that came before that has been handled: now is the time to draw.
  case draw
}

/// Where a screen wants to go, or what it has to tell. This does not queue behind the events that came after the one that
/// made it.
enum Request: Sendable {
  /// Belongs to a part of the first screen; nil for the one that is shown.
  case push(Screen, part: Int?)
  /// To be shown beside the first screen, of which it belongs to a part.
  case preview(Screen, part: Int?)
  /// This has been selected for a while.
  case rested(Screen.Subject)
  case pop
  case report(String)
  case announce([String])
}

/// What waits for the loop. Events stand in line, but whatever ends the program overtakes them all.
struct Inbox: Sendable {
  /// What the loop handles one after the other.
  let signals: AsyncStream<Signal>
  private let line: AsyncStream<Signal>.Continuation
  private let ended = Observed<Ending?>(nil)
  private let isDrawing = Observed(false)
  private let requests = Observed<[Request]>([])

  init() { (signals, line) = AsyncStream.makeStream() }

  /// Why the loop is to end, as soon as it is.
  var ending: Ending? { ended.value }

  /// Takes what the terminal tells. ctrl-c is an end, whatever was typed before it.
  func add(_ event: Terminal.Event) {
    switch event {
    case .terminated(let termination): end(.terminated(termination))
    case .key(.control("c")): end(.quit)
    default: line.yield(.event(event))
    }
  }

  /// The loop is to end; the first reason counts.
  func end(_ ending: Ending) {
    ended.update { $0 = $0 ?? ending }
    line.finish()
  }

  func add(_ request: Request) {
    requests.update { $0.append(request) }
    draw()
  }

  /// Asks for a drawing, after everything that is in line now; once, however often it is asked for.
  func draw() {
    if !isDrawing.replace(with: true) { line.yield(.draw) }
  }

  /// From now on, what changes asks for another drawing.
  func beginDrawing() { isDrawing.replace(with: false) }

  /// What screens asked for since the last time.
  func takeRequests() -> [Request] { requests.replace(with: []) }
}
