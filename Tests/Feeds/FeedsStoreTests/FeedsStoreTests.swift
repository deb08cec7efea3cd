import FeedDocument
import FeedsStore
import TestSupport
import Testing

/// Tests of the rules by which an entry with a new id is recognised as a known entry.
struct FeedsStoreTests {
  /// A document that arrives when some entries are known. The posts of known entries are written as in the document.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The keys, links and titles of known entries, and the post if it is not the key.
    var known: [(key: UInt64, link: UInt64?, title: UInt64?, post: UInt64?)]
    var document: [(key: UInt64, link: UInt64?, title: UInt64?)]
    var posts: [UInt64]
    /// The keys of the recognised entries.
    var recognised: [UInt64]

    init(
      _ name: String, known: [(UInt64, UInt64?, UInt64?, UInt64?)], document: [(UInt64, UInt64?, UInt64?)],
      posts: [UInt64], recognised: [UInt64] = []
    ) {
      testDescription = name
      self.known = known.map { (key: $0.0, link: $0.1, title: $0.2, post: $0.3) }
      self.document = document.map { (key: $0.0, link: $0.1, title: $0.2) }
      self.posts = posts
      self.recognised = recognised
    }
  }

  static let cases: [Case] = [
    Case("nothing is known", known: [], document: [(1, 10, 20), (2, 11, 21)], posts: [1, 2]),
    Case("an empty document", known: [(1, 10, 20, nil)], document: [], posts: []),
    Case(
      "all ids changed, in another order", known: [(1, 10, 20, nil), (2, 11, 21, nil), (3, 12, 22, nil)],
      document: [(6, 12, 22), (4, 10, 20), (5, 11, 21)], posts: [3, 1, 2], recognised: [6, 4, 5]),
    Case(
      "ids and links changed", known: [(1, 10, 20, nil), (2, 11, 21, nil)], document: [(3, 30, 20), (4, 31, 21)],
      posts: [1, 2], recognised: [3, 4]),
    Case(
      "ids and titles changed", known: [(1, 10, 20, nil), (2, 11, 21, nil)], document: [(3, 10, 30), (4, 11, 31)],
      posts: [1, 2], recognised: [3, 4]),
    Case(
      "one id changed, a new entry came", known: [(1, 10, 20, nil), (2, 11, 21, nil)],
      document: [(9, 19, 29), (3, 10, 20), (2, 11, 21)], posts: [9, 1, 2], recognised: [3]),
    Case(
      "a known entry with another link and title stays itself", known: [(1, 10, 20, nil), (2, 11, 21, nil)],
      document: [(1, 11, 21), (2, 10, 20)], posts: [1, 2]),
    Case(
      "a known entry is in the document, too", known: [(1, 10, 20, nil)], document: [(1, 10, 20), (2, 10, 20)],
      posts: [1, 2]),
    Case(
      "a link shared by two missing entries", known: [(1, 10, nil, nil), (2, 10, nil, nil)], document: [(3, 10, nil)],
      posts: [3]),
    Case(
      "such a link, but titles tell", known: [(1, 10, 20, nil), (2, 10, 21, nil)],
      document: [(3, 10, 21), (4, 10, 20)], posts: [2, 1], recognised: [3, 4]),
    Case(
      "a link repeated among new entries", known: [(1, 10, nil, nil)], document: [(2, 10, nil), (3, 10, nil)],
      posts: [2, 3]),
    Case(
      "such a link, but a title tells", known: [(1, 10, 20, nil)], document: [(2, 10, 21), (3, 10, 20)],
      posts: [2, 1], recognised: [3]),
    Case(
      "all entries link to the same page: the oldest left, a new one came",
      known: [(1, 10, 20, nil), (2, 10, 21, nil), (3, 10, 22, nil)],
      document: [(4, 10, 23), (3, 10, 22), (2, 10, 21)], posts: [4, 3, 2]),
    Case(
      "all entries have the same title and date: the oldest left, a new one came",
      known: [(1, 10, 20, nil), (2, 11, 20, nil)], document: [(3, 12, 20), (2, 11, 20)], posts: [3, 2]),
    Case(
      "a known entry took the link of a missing one", known: [(1, 10, nil, nil), (2, 11, nil, nil)],
      document: [(3, 10, nil), (2, 10, nil)], posts: [3, 2]),
    Case(
      "one missing entry, matched by the link of one and the title of another", known: [(1, 10, 20, nil)],
      document: [(2, 30, 20), (3, 10, 30)], posts: [2, 1], recognised: [3]),
    Case(
      "no link, no title", known: [(1, nil, nil, nil)], document: [(2, nil, nil), (3, nil, nil)], posts: [2, 3]),
    Case(
      "a link is no title", known: [(1, 10, nil, nil), (2, nil, 11, nil)], document: [(3, 11, nil), (4, nil, 10)],
      posts: [3, 4]),
    Case(
      "the old key returns", known: [(1, 10, 20, nil), (2, 10, 20, 1)], document: [(1, 10, 20)], posts: [1]),
    Case(
      "a third key follows the second", known: [(1, 10, 20, nil), (2, 10, 20, 1)], document: [(3, 10, 20)],
      posts: [1], recognised: [3]),
    Case(
      "a third key with the link of the first", known: [(1, 10, 20, nil), (2, 11, 20, 1)], document: [(3, 10, 21)],
      posts: [1], recognised: [3]),
    Case(
      "both keys are in the document: one post", known: [(1, 10, 20, nil), (2, 10, 20, 1)],
      document: [(2, 10, 20), (1, 10, 20), (3, 10, 20)], posts: [1, 1, 3]),
  ]

  @Test(arguments: cases)
  func `an entry with a new key is recognised by a unique link or title`(_ example: Case) {
    let known = KnownEntries(
      example.known.map {
        .init(FeedSignature(key: $0.key, link: $0.link, title: $0.title), post: $0.post ?? $0.key)
      })
    let document = example.document.map { FeedSignature(key: $0.key, link: $0.link, title: $0.title) }
    let found = known.identify(document)
    #expect(found.posts == example.posts)
    #expect(Set(found.recognised.map(\.signature.key)) == Set(example.recognised))
    let remembered = example.known.map { FeedSignature(key: $0.key, link: $0.link, title: $0.title) }
    #expect(
      found.unsaved == zip(document, example.posts).filter { !remembered.contains($0.0) }.map { .init($0, post: $1) })
  }

  @Test(arguments: [(9, 1), (10, 1), (11, 1), (12, 3), (nil, 1)] as [(UInt16?, UInt64)])
  func `an entry published after that with its link had left is another one`(day: UInt16?, post: UInt64) {
    let known = KnownEntries([
      .init(FeedSignature(key: 1, link: 10, title: 20), post: 1, missingSince: 10),
      .init(FeedSignature(key: 2, link: 11, title: 21), post: 2),
    ])
    #expect(known.identify([FeedSignature(key: 3, link: 10, title: 30, day: day)]).posts == [post])
    #expect(known.identify([FeedSignature(key: 3, link: 10, title: 20, day: day)]).posts == [1])
    #expect(known.identify([FeedSignature(key: 3, link: 11, title: 30, day: day)]).posts == [2])
  }

  @Test func `entries that leave the feed are missing until they are back`() {
    let first = FeedSignature(key: 1, link: 10, title: 20)
    let second = FeedSignature(key: 2, link: 11, title: 21)
    let known = KnownEntries([.init(first, post: 1), .init(second, post: 2, missingSince: 10)])
    #expect(known.identify([second]).missing == [1])
    #expect(known.identify([second]).unsaved == [.init(second, post: 2)])
    #expect(known.identify([first]).missing == [])
    #expect(known.identify([first]).unsaved == [])
    #expect(known.identify([second], isLatest: false).missing == [])
    #expect(known.identify([FeedSignature(key: 1, link: 10, title: 20, day: 5)]).unsaved == [], "days are not saved")
  }

  @Test func `an entry of an older page or an import is recognised by title and date only`() {
    let known = KnownEntries([.init(FeedSignature(key: 1, link: 10, title: 20), post: 1)])
    let document = [FeedSignature(key: 2, link: 10, title: 21), FeedSignature(key: 3, link: 11, title: 20)]
    #expect(known.identify(document).posts == [1, 3])
    #expect(known.identify(document, isLatest: false).posts == [2, 1])
  }

  @Test func `the identities of a feed are those of a known feed that was not loaded, unless told otherwise`() {
    let sut = FeedsStore.Identities(posts: [1], recognised: 0)
    #expect(!sut.isFirst)
    #expect(!sut.wasLoaded)
    #expect(!sut.hasNoKnownEntry)
  }

  @Test func `an alias is resolved without known entries`() {
    let document = [FeedSignature(key: 2, link: 10), FeedSignature(key: 3, link: 11)]
    let found = KnownEntries([], aliases: [2: 1]).identify(document)
    #expect(found.posts == [1, 3])
    #expect(found.recognised == [], "an alias is not recognised again")
    #expect(found.unsaved == [.init(document[0], post: 1), .init(document[1], post: 3)])
  }

  @Test func `an entry whose link or title changes is recognised by its latest ones`() {
    let old = FeedSignature(key: 1, link: 10, title: 20)
    let moved = FeedSignature(key: 1, link: 11, title: 21)
    #expect(KnownEntries([.init(old, post: 1)]).identify([moved]).unsaved == [.init(moved, post: 1)])
    let known = KnownEntries([.init(moved, post: 1)])
    #expect(known.identify([FeedSignature(key: 2, link: 11)]).posts == [1])
    #expect(known.identify([FeedSignature(key: 2, link: 10, title: 20)]).posts == [2])
    // An entry without a link or a title keeps the known ones.
    #expect(known.identify([FeedSignature(key: 1)]).unsaved == [])
    #expect(known.identify([FeedSignature(key: 1, title: 22)]).unsaved.map(\.signature.link) == [11])
  }

  @Test func `the post of an alias is not given to another entry of the document`() {
    let known = KnownEntries([.init(FeedSignature(key: 1, link: 10), post: 1)], aliases: [2: 1])
    #expect(known.identify([FeedSignature(key: 2, link: 11), FeedSignature(key: 3, link: 10)]).posts == [1, 3])
  }

  @Test func `a post has at most eight earlier keys, and those of one recognised twice are unstable`() {
    let entries = [1, 2, 3].map { KnownEntries.Entry(FeedSignature(key: $0, link: 10), post: 1) }
    let other = KnownEntries.Entry(FeedSignature(key: 4, link: 11), post: 4)
    let recognised = [KnownEntries.Entry(FeedSignature(key: 9, link: 10), post: 1)]
    func earlier(_ aliases: [UInt64]) -> KnownEntries.EarlierKeys {
      KnownEntries(entries + [other], aliases: Dictionary(uniqueKeysWithValues: aliases.map { ($0, 1) }))
        .earlierKeys(of: recognised)
    }
    #expect(!earlier([]).areUnstable)
    #expect(!earlier([2]).areUnstable)
    #expect(earlier([2, 3]).areUnstable)
    #expect(earlier([2, 3, 5, 6, 7, 8, 20]).obsolete == [], "1, 2, 3, 5, 6, 7, 8 and 20")
    #expect(earlier([2, 3, 5, 6, 7, 8, 20, 21]).obsolete == [21])
    #expect(KnownEntries(entries, aliases: [2: 1, 3: 1]).earlierKeys(of: [other]).areUnstable == false)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `identifying the entries of random histories agrees with a naive model`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var known: [KnownEntries.Entry] = []
    // Few values, so that most are shared.
    let values: Range<UInt64> = 0..<UInt64.random(in: 3...20, using: &random)
    func value() -> UInt64? {
      Int.random(in: 0..<5, using: &random) == 0 ? nil : UInt64.random(in: values, using: &random)
    }
    for day in 0..<50 as Range<UInt16> {
      var document: [FeedSignature] = []
      for _ in 0..<Int.random(in: 0..<8, using: &random) {
        let signature = FeedSignature(
          key: .random(in: 0..<60, using: &random), link: value(), title: value(), day: value().map { UInt16($0) * 4 })
        if !document.contains(where: { $0.key == signature.key }) { document.append(signature) }
      }
      let found = KnownEntries(known).identify(document)
      let expected = naivePosts(of: document, known)
      #expect(found.posts == expected.map { $0.post })
      #expect(Set(found.recognised.map(\.signature)) == Set(expected.filter(\.isRecognised).map(\.signature)))
      let keys = Set(found.unsaved.map(\.signature.key))
      #expect(keys.count == found.unsaved.count, "each entry is saved once")
      known = known.filter { !keys.contains($0.signature.key) } + found.unsaved
      for index in known.indices where found.missing.contains(known[index].signature.key) {
        #expect(known[index].missingSince == nil, "each entry leaves once")
        known[index].missingSince = day
      }
      #expect(Set(known.filter { $0.missingSince == nil }.map(\.signature.key)) == Set(document.map(\.key)))
    }
  }

  /// Returns the posts of a document, found by comparing every pair of entries.
  private func naivePosts(
    of document: [FeedSignature], _ known: [KnownEntries.Entry]
  ) -> [(signature: FeedSignature, post: UInt64, isRecognised: Bool)] {
    var posts: [UInt64: UInt64] = [:]
    for entry in known where document.contains(where: { $0.key == entry.signature.key }) {
      posts[entry.signature.key] = entry.post
    }
    let old = Set(posts.keys)
    for part in [\FeedSignature.link, \.title] {
      for entry in document where posts[entry.key] == nil {
        guard let value = entry[keyPath: part] else { continue }
        let alike = Set(known.filter { $0.signature[keyPath: part] == value }.map(\.post))
        let lastDay = known.filter { alike.contains($0.post) }.map { Int($0.missingSince ?? .max) }.max() ?? 0
        guard alike.count == 1, let post = alike.first, !posts.values.contains(post),
          part == \.title || lastDay + 1 >= Int(entry.day ?? 0),
          document.filter({ $0[keyPath: part] == value }).count == 1
        else { continue }
        posts[entry.key] = post
      }
    }
    return document.map { ($0, posts[$0.key] ?? $0.key, posts[$0.key] != nil && !old.contains($0.key)) }
  }
}
