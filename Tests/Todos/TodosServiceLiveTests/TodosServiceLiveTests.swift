import Testing

struct TodosServiceLiveTests {}
