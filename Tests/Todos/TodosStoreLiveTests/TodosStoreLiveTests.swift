import Testing

struct TodosStoreLiveTests {}
