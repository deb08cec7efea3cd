import CachedResource
import Foundation
import ItemDetail
import NetworkClient
import Observed
import Screen
import TestSupport
import Testing

/// The heading of a text.
struct TextHeading: Equatable, Identifiable, Sendable {
  var id: Int
  var title: String
}

/// A text, of which a part may arrive later.
struct Text: Equatable, Sendable {
  var heading: TextHeading
  var body = "Body"
  /// The note; nil until it arrives.
  var note: String? = "note"
}

typealias TextState = ItemDetailState<TextHeading, Text>
typealias TextAction = ItemDetailAction<String>
typealias TextViewModel = ItemDetailViewModel<TextHeading, Text, String>
typealias TextSource = ItemDetailSource<TextHeading, Text>
typealias Loads = AsyncThrowingStream<Loaded<Text>, any Error>

/// Tests of a detail screen with a text.
@Suite(.timeLimit(.minutes(5)))
struct ItemDetailTests {
  static let now = Date(timeIntervalSince1970: 1_000)

  let clock = TestClock()
  let heading = TextHeading(id: 1, title: "Title")
  let reported = CallRecorder<String>()
  let down = NetworkClient.Error.unreachable(.refused)
  let downSentence = "connection refused: http://host"
  var downExplained: String { "\(downSentence). Start the server, or check its address." }

  /// Returns texts of a server that answers at once.
  func source(
    neighbour: @escaping @Sendable (TextHeading, Int) async throws -> TextHeading? = { _, _ in nil },
    changing: (inout TextSource) -> Void = { _ in }
  ) -> TextSource {
    var source = TextSource(
      load: { heading in
        let loaded = Text(heading: TextHeading(id: heading.id, title: "Loaded \(heading.id)"))
        return Loads {
          $0.yield(Loaded(loaded, from: .server, fetchedAt: Self.now))
          $0.finish()
        }
      },
      cached: { _ in nil }, heading: \.heading, neighbour: neighbour)
    source.merged = { Text(heading: $0.heading, body: $0.body, note: $0.note ?? $1.note) }
    source.numbered = { TextHeading(id: $0, title: "#\($0)") }
    changing(&source)
    return source
  }

  /// Returns the same texts with a changed endpoint.
  func changed(_ change: (inout TextSource) -> Void) -> TextSource { source(changing: change) }

  func sut(
    _ source: TextSource, isOpen: Bool = true,
    perform: @escaping @Sendable (String, TextState) -> ItemDetailWork<TextHeading> = { command, _ in .run { command } }
  ) -> TextViewModel {
    var environment = ScreenEnvironment.stub(server: URL(string: "http://host")!, now: Self.now, clock: clock)
    environment.report = { [reported] in reported.record($0) }
    return .live(heading, source, environment, isOpen: isOpen, perform: perform)
  }

  func text(note: String? = "note") -> Text { Text(heading: heading, note: note) }

  /// Returns texts whose loads the test answers one by one.
  func source(cached: Text?) -> (TextSource, Loads.Continuation) {
    let (stream, continuation) = Loads.makeStream()
    let source = changed {
      $0.load = { _ in stream }
      $0.cached = { _ in
        cached.map { Loaded($0, from: .cache, fetchedAt: Self.now.addingTimeInterval(-200)) }
      }
    }
    return (source, continuation)
  }
}
