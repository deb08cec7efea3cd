import Essentials
import FeedDocument

/// The feed of a document.
func feed(_ text: String, at address: String = "https://example.org/feed", charset: String? = nil) throws
  -> FeedDocument
{
  try FeedDocument(Data(text.utf8), at: address, charset: charset)
}

/// The entries of RSS with these items.
func rss(_ items: String, channel: String = "") throws -> [FeedEntry] {
  try feed("<rss version='2.0' \(spaces)><channel>\(channel)\(items)</channel></rss>").entries
}

/// The entries of Atom with these entries.
func atom(_ entries: String, feed values: String = "") throws -> [FeedEntry] {
  try feed("<feed xmlns='http://www.w3.org/2005/Atom' \(spaces)>\(values)\(entries)</feed>").entries
}

let spaces = """
  xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:content='http://purl.org/rss/1.0/modules/content/' \
  xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:media='http://search.yahoo.com/mrss/' \
  xmlns:slash='http://purl.org/rss/1.0/modules/slash/' xmlns:wfw='http://wellformedweb.org/CommentAPI/' \
  xmlns:thr='http://purl.org/syndication/thread/1.0' xmlns:sy='http://purl.org/rss/1.0/modules/syndication/' \
  xmlns:feedburner='http://rssnamespace.org/feedburner/ext/1.0' xmlns:atom='http://www.w3.org/2005/Atom' \
  xmlns:dcterms='http://purl.org/dc/terms/'
  """

extension FeedDocument {
  /// All entries.
  var entries: [FeedEntry] { portions().flatMap { $0 } }
}
