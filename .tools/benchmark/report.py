"""Figures as lines of a table, and the marks they are to reach."""
from statistics import median

HEAD = f"{'':<44}{'min':>10}{'median':>10}{'p99':>10}{'max':>10}  unit"


class Report:
    """Prints each figure as soon as it is known, and keeps its median for the marks."""

    def __init__(self):
        self.medians, self.highest, self.marks = {}, {}, []

    def title(self, text: str) -> None:
        print(f"\n{text}\n{HEAD}", flush=True)

    def figures(self, name: str, values, unit: str, note: str = "") -> None:
        values = sorted(values)
        if not values:
            return self.nothing(name, note or "nothing was measured")
        self.medians[name], self.highest[name] = median(values), percentile(values)
        # Of a few values there is no hundredth.
        high = number(percentile(values)) if len(values) >= 100 else "–"
        columns = [number(values[0]), number(median(values)), high, number(values[-1])]
        print(f"  {name:<42}" + "".join(f"{column:>10}" for column in columns)
              + f"  {unit}, of {len(values)}" + (f"; {note}" if note else ""), flush=True)

    def nothing(self, name: str, why: str) -> None:
        print(f"  {name:<42}{'–':>10}  {why}", flush=True)

    def mark(self, text: str, figure, limit, unit: str) -> None:
        if figure is not None and limit is not None:
            self.marks.append((text, figure, limit, unit))

    def end(self) -> bool:
        """Whether all marks are reached."""
        print("\nMarks")
        for text, figure, limit, unit in self.marks:
            word = "reached" if figure <= limit else "NOT REACHED"
            print(f"  {text:<66}{number(figure):>10} of at most {number(limit)} {unit}: {word}")
        return all(figure <= limit for _, figure, limit, _ in self.marks)


def percentile(values) -> float:
    """The 99th hundredth of sorted values."""
    return values[max(0, -(-99 * len(values) // 100) - 1)]


def number(value: float) -> str:
    if value == float("inf"):
        return "–"
    return f"{value:,.0f}" if value >= 1000 or value == int(value) else f"{value:.3g}" if value < 1 else f"{value:,.2f}"
