extension [Todo] {
  /// A few to-dos for stubs: open and completed, with and without a UUID.
  public static var samples: Self {
    [
      Todo(id: .temporary("710BBEC4-8A7B-486F-9329-412DFD5FB738"), serverID: "SJcbh6mtb", title: "coding"),
      Todo(id: .temporary("FAF6D1D3-A8B6-4E46-B25F-484B783EDD99"), serverID: "SyXOu_utb", title: "goto futsal"),
      Todo(id: .server("42"), title: "Wind the lighthouse", isCompleted: true),
      Todo(id: .server("Bk7wQz3Xa"), title: "写信"),
    ]
  }
}
