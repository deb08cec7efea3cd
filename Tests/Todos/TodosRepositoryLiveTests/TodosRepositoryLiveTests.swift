import Testing

struct TodosRepositoryLiveTests {}
