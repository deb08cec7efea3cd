import Essentials

extension OPML {
  /// Returns an OPML 2.0 document with a folder for each tag. A feed with several tags is in several folders, and has
  /// them as its category too. Feeds made by commands are left out.
  /// - Parameters:
  ///   - feeds: The feeds.
  ///   - withPasswords: Whether addresses contain their passwords; if not, asterisks are in their place.
  public static func document(_ feeds: [Subscription], withPasswords: Bool = false) -> String {
    var loose = [String]()
    var folders = [String]()
    var members = [String: [String]]()
    for feed in feeds {
      guard case .web(let address) = feed.source, address.isWeb else { continue }
      let outline = outline(feed, (withPasswords ? address : address.maskingPassword).absoluteString)
      if feed.tags.isEmpty { loose.append("    " + outline) }
      for tag in feed.tags {
        if members[tag] == nil { folders.append(tag) }
        members[tag, default: []].append("      " + outline)
      }
    }
    let body = folders.flatMap { tag in
      ["    <outline\(attribute("text", tag))\(attribute("title", tag))>"] + (members[tag] ?? []) + ["    </outline>"]
    }
    let lines =
      [
        #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<opml version="2.0">"#, "  <head>",
        "    <title>Subscriptions</title>", "  </head>", "  <body>",
      ] + loose + body + ["  </body>", "</opml>"]
    return lines.map { $0 + "\n" }.joined()
  }

  private static func outline(_ feed: Subscription, _ address: String) -> String {
    let name = feed.title ?? address
    // Commas separate categories, and slashes the parts of a path.
    let categories = feed.tags.filter { !$0.contains(",") && !$0.hasPrefix("/") }.joined(separator: ",")
    return #"<outline type="rss""# + attribute("text", name) + attribute("title", name)
      + attribute("xmlUrl", address) + (categories.isEmpty ? "" : attribute("category", categories)) + "/>"
  }

  private static func attribute(_ name: String, _ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x26, 0x3C, 0x3E, 0x09, 0x0A, 0x0D: text += "&#\(scalar.value);"
      // XML has no other control characters below, and those above end up in terminals.
      case ..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: break
      default: text.unicodeScalars.append(scalar)
      }
    }
    return " \(name)=\"\(text)\""
  }
}
