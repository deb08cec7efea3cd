import Foundation
import NetworkClientTestSupport

/// The feeds in the README's pictures, served by a host on this machine.
struct PictureFeeds {
  private struct Feed {
    var name: String
    var title: String
    var author: String
    var tags: String
    /// The titles, each with the age of the post in hours.
    var posts: [(title: String, hours: Int)]
  }

  private let host: LoopbackHost

  /// - Parameter isDated: Whether the first post has a date. Its page shows the date instead of an age.
  init(isDated: Bool) throws {
    let feeds = Dictionary(
      uniqueKeysWithValues: Self.feeds.map { ("/\($0.name).atom", Self.document($0, isDated: isDated)) })
    host = try LoopbackHost { request in
      guard let text = feeds[request.target] else { return .answer(404) }
      return .answer(headers: ["Content-Type: application/atom+xml"], text: text)
    }
  }

  /// The file that lists the feeds.
  var file: String { Self.feeds.map { "\(host.url("/\($0.name).atom")) \($0.tags)\n" }.joined() }

  /// Keeps the host alive until this call.
  func end() { withExtendedLifetime(host) {} }

  private static let feeds = [
    Feed(
      name: "lamp", title: "The Lamp Room", author: "Saoirse Ní Bhriain", tags: "sea",
      posts: [
        ("A clock made of a text file", 1), ("Slack water", 3), ("How to wind a lighthouse", 31),
        ("Notes toward a theory of knocking", 80),
      ]),
    Feed(
      name: "stop", title: "The Stopping Train", author: "小川 遥", tags: "trains",
      posts: [
        ("各駅停車で行く", 2), ("The 6:14 that stops everywhere", 26),
        ("A short history of the window seat in seventeen trains", 50),
      ]),
    Feed(
      name: "radio", title: "Arrieta, Radio Repairs", author: "Tomás Arrieta", tags: "repair",
      posts: [
        ("What the hum is telling you", 4), ("Three volts of patience", 28),
        ("Parts I have removed from working radios, and why", 75),
      ]),
    Feed(
      name: "bread", title: "Half Past Four", author: "Nguyễn Thị Minh Thư", tags: "bread",
      posts: [("Bánh mì at half past four", 5), ("What the starter knows", 52)]),
    Feed(
      name: "map", title: "North Is a Habit", author: "Ewan Marrow", tags: "sea maps",
      posts: [("A map is a promise somebody kept", 7), ("On folding", 53), ("How to be lost properly", 99)]),
    Feed(
      name: "type", title: "Ligatures", author: "נועה לוי", tags: "craft",
      posts: [("Why the old sign painters stood on one leg", 8), ("Kerning, or: the love story of A and V", 120)]),
    Feed(
      name: "rain", title: "Rain Gauge at Seven", author: "Asha Patil", tags: "sea",
      posts: [("Clouds, in the order in which I trust them", 10), ("Ice flowers", 150)]),
    Feed(
      name: "offline", title: "Airplane Mode", author: "한지우", tags: "repair craft",
      posts: [
        ("Everything I know about backups I learned from squirrels", 12), ("Why the progress bar lies", 60),
        ("오프라인이라는 방", 130),
      ]),
    Feed(
      name: "stars", title: "Night Shift", author: "Layla Haddad", tags: "sea",
      posts: [("The star that is not there", 14), ("Instructions for looking up", 100)]),
    Feed(
      name: "clocks", title: "Four Clocks", author: "陈立", tags: "craft",
      posts: [("钟楼的星期三", 16), ("To whoever reset the church clock", 56)]),
  ]

  private static func document(_ feed: Feed, isDated: Bool) -> String {
    let entries = feed.posts.enumerated().map { number, post in
      let isFirst = number == 0 && feed.name == "lamp"
      let date = Date(timeIntervalSinceNow: -3600 * (Double(post.hours) + 0.5)).formatted(.iso8601)
      let text = isFirst ? Self.text : "<p>\(post.title).</p>"
      return """
        <entry><id>tag:\(feed.name).example.org,2026:\(number)</id><title>\(escaped(post.title))</title>\
        <link href="https://\(feed.name).example.org/\(number)"/>\
        \(isFirst && !isDated ? "" : "<published>\(date)</published><updated>\(date)</updated>")\
        <content type="html">\(escaped(text))</content></entry>
        """
    }
    return """
      <feed xmlns="http://www.w3.org/2005/Atom"><id>tag:\(feed.name).example.org,2026:feed</id>\
      <title>\(escaped(feed.title))</title><author><name>\(feed.author)</name></author>\
      <link href="https://\(feed.name).example.org/"/>\(entries.joined())</feed>
      """
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  private static let text = """
    <p>Every few years somebody asks me how the lamp room keeps time without a network, and I say: badly, but \
    <em>on purpose</em>. The clock is a line for <code>cron</code> and a file; see \
    <a href="https://lamp.example.org/tides">the tide tables</a> for the reason, and \
    <a href="https://lamp.example.org/log">the log</a> for what came of it.</p>
    <h2>What the file says</h2>
    <p>It is read once a minute by <code>lampd</code>, which is this, and a comment:</p>
    <pre><code>for line in open("tides.txt"):
        time, height = line.split()
        if float(height) > 3.2:
            light(at=time)   # the bar is covered
    </code></pre>
    <blockquote><p>A program that nobody has to look at is finished. One that nobody <strong>can</strong> look at is \
    broken.</p><p>— the keeper before me, 1974</p></blockquote>
    <h3>What it does not say</h3>
    <ul><li>who winds it when I am away;</li>\
    <li>why it is five minutes fast: <a href="https://lamp.example.org/five">https://lamp.example.org/five</a>.</li></ul>
    """
}
