"""Figures as lines of a table, and marks, which are limits of figures."""
from statistics import median

HEAD = f"{'':<44}{'min':>10}{'median':>10}{'p99':>10}{'max':>10}  unit"


class Report:
    """Prints each figure as soon as it is known, and records its median for the marks."""

    def __init__(self):
        self.medians, self.highest, self.marks = {}, {}, []

    def title(self, text: str) -> None:
        print(f"\n{text}\n{HEAD}", flush=True)

    def figures(self, name: str, values, unit: str, note: str = "") -> None:
        values = sorted(values)
        if not values:
            return self.nothing(name, note or "nothing was measured")
        self.medians[name], self.highest[name] = median(values), percentile(values)
        high = number(percentile(values)) if len(values) >= 100 else "–"
        columns = [number(values[0]), number(median(values)), high, number(values[-1])]
        print(f"  {name:<42}" + "".join(f"{column:>10}" for column in columns)
              + f"  {unit}, of {len(values)}" + (f"; {note}" if note else ""), flush=True)

    def nothing(self, name: str, reason: str) -> None:
        """Prints why there is no figure."""
        print(f"  {name:<42}{'–':>10}  {reason}", flush=True)

    def mark(self, text: str, figure, limit, unit: str) -> None:
        """Adds a mark, unless the figure or the limit is missing."""
        if figure is not None and limit is not None:
            self.marks.append((text, figure, limit, unit))

    def end(self) -> bool:
        """Prints the marks. Returns whether all are reached."""
        print("\nMarks")
        for text, figure, limit, unit in self.marks:
            word = "reached" if figure <= limit else "NOT REACHED"
            print(f"  {text:<66}{number(figure):>10} of at most {number(limit)} {unit}: {word}")
        return all(figure <= limit for _, figure, limit, _ in self.marks)


def percentile(values) -> float:
    """Returns the 99th percentile of sorted values."""
    return values[max(0, -(-99 * len(values) // 100) - 1)]


def number(value: float) -> str:
    """Formats a number with about three digits."""
    if value == float("inf"):
        return "–"
    return f"{value:,.0f}" if value >= 1000 or value == int(value) else f"{value:.3g}" if value < 1 else f"{value:,.2f}"
