extension [Post] {
  /// A few posts for stubs.
  public static var samples: Self {
    [
      Post(
        id: ID(1), userID: User.ID(1), title: "The lamp room at four in the morning",
        body: "Nothing moves up here but the light.\n\nIt takes nine seconds to come round."),
      Post(
        id: ID(2), userID: User.ID(2), title: "紙の地図を折りたたむ方法",
        body: "折り目は地図の記憶です。\n広げるたびに、道が少しずつ柔らかくなります。"),
      Post(
        id: ID(3), userID: User.ID(1), title: "A radio repaired with a pencil and patience 📻",
        body: "The fault was a dry joint. It usually is."),
    ]
  }

  private typealias ID = Post.ID
}

extension [User] {
  /// The authors of the sample posts.
  public static var samples: Self {
    [User(id: User.ID(1), name: "Ines Calder"), User(id: User.ID(2), name: "森 千夏")]
  }
}

extension [Comment] {
  /// A few comments about the sample posts.
  public static var samples: Self {
    [
      Comment(id: Comment.ID(1), postID: Post.ID(1), name: "Nine seconds", body: "I counted. It is nine."),
      Comment(id: Comment.ID(2), postID: Post.ID(1), name: "Night shift", body: "Leave the kettle on."),
      Comment(id: Comment.ID(3), postID: Post.ID(3), name: "Dry joints", body: "It always is."),
    ]
  }
}
