import Testing

struct TodosStoreTests {}
