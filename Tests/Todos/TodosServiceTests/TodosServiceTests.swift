import Testing

struct TodosServiceTests {}
