import Essentials

extension [Comic] {
  /// A few sample comics, newest first; number 3 is missing.
  public static var samples: Self {
    [
      Comic(
        id: ID(5), title: "Tide Table", alt: "The moon has never once been late, and nobody thanks it.",
        transcript: Transcript([
          .init(.scene, "Two people stand on a pier and look at a printed table."),
          .init(.line, "Woman: It says the sea comes back at six."),
          .init(.line, "Man: Did you ask it?"), .init(.sound, "Splash"),
        ]), picture: URL(string: "http://localhost:8000/pictures/tide_table.png"),
        date: CalendarDate(year: 2024, month: 2, day: 29)),
      Comic(
        id: ID(4), title: "Clichéd Weather", alt: "It is raining cats; the dogs were delayed.",
        transcript: Transcript([.init(.note, "Headline"), .init(.line, "Radio: Later in the day, the day gets later.")]
        ),
        picture: URL(string: "http://localhost:8000/pictures/weather.jpg"),
        link: URL(string: "http://localhost:8000/weather"), date: CalendarDate(year: 2024, month: 2, day: 27)),
      Comic(id: ID(2), title: "紙飛行機", alt: "まだ飛んでいる。", date: CalendarDate(year: 2024, month: 2, day: 1)),
      Comic(id: ID(1), title: "Hello", news: "This is the first one.\nThere will be more."),
    ]
  }

  private typealias ID = Comic.ID
}
