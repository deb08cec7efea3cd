"""Tests of the terminal emulator and of the figures, on which all measurements depend."""
import unittest

from benchmark.report import number, percentile
from benchmark.screen import Screen
from benchmark.terminal import first, settled, size


class ScreenTest(unittest.TestCase):
    def rows(self, *texts, width=6, height=3):
        screen = Screen(width, height)
        for text in texts:
            screen.feed(text)
        return screen.rows

    def test_long_text_wraps_and_the_screen_scrolls(self):
        self.assertEqual(self.rows("abcdefgh"), ["abcdef", "gh", ""])
        self.assertEqual(self.rows("1\r\n2\r\n3\r\n4"), ["2", "3", "4"])
        self.assertEqual(self.rows("12345水x"), ["12345", "水x", ""])
        self.assertEqual(self.rows("e\u0301x"), ["ex", "", ""])

    def test_cursor_sequences_move_the_cursor(self):
        self.assertEqual(self.rows("\x1b[2;3Hx\x1b[Hy\x1b[3dz\x1b[5Gw"), ["y", "  x", " z  w"])
        self.assertEqual(self.rows("\x1b[B\x1b[2Cx\x1b[A\x1b[3Dy\x1b[9Bz\b\b.\x1b[Fq"), ["y", "q x", ".z"])
        self.assertEqual(self.rows("a\x1b7\x1b[3;3Hb\x1b8c"), ["ac", "", "  b"])
        self.assertEqual(self.rows("a\tb", width=12), ["a       b", "", ""])

    def test_erase_sequences_clear_cells(self):
        self.assertEqual(self.rows("abcdef\x1b[1;3H\x1b[K"), ["ab", "", ""])
        self.assertEqual(self.rows("abcdef\x1b[1;3H\x1b[1K"), ["   def", "", ""])
        self.assertEqual(self.rows("ab\r\ncd\r\nef\x1b[2;2H\x1b[J"), ["ab", "c", ""])
        self.assertEqual(self.rows("ab\r\ncd\r\nef\x1b[2;2H\x1b[1J"), ["", "", "ef"])
        self.assertEqual(self.rows("ab\x1b[2J"), ["", "", ""])

    def test_insert_and_delete_sequences_shift_cells_and_lines(self):
        self.assertEqual(self.rows("abcdef\x1b[1;2H\x1b[2@"), ["a  bcd", "", ""])
        self.assertEqual(self.rows("abcdef\x1b[1;2H\x1b[2P"), ["adef", "", ""])
        self.assertEqual(self.rows("abcdef\x1b[1;2H\x1b[2X"), ["a  def", "", ""])
        self.assertEqual(self.rows("a\x1b[3b"), ["aaaa", "", ""])
        self.assertEqual(self.rows("1\r\n2\r\n3\x1b[2H\x1b[L"), ["1", "", "2"])
        self.assertEqual(self.rows("1\r\n2\r\n3\x1b[1H\x1b[M"), ["2", "3", ""])

    def test_scrolling_moves_only_the_lines_of_the_region(self):
        self.assertEqual(self.rows("1\r\n2\r\n3\x1b[2;3r\x1b[S"), ["1", "3", ""])
        self.assertEqual(self.rows("1\r\n2\r\n3\x1b[1;2r\x1b[T"), ["", "1", "3"])
        self.assertEqual(self.rows("1\r\n2\r\n3\x1b[1;2r\x1bM\x1b[r\x1b[3Hx"), ["", "1", "x"])

    def test_a_sequence_can_be_split_between_reads(self):
        rows = self.rows("a\x1b", "[2", ";2Hb\x1b]0;ti", "tle\x07c\x1b[?25", "l\x1b(", "B.")
        self.assertEqual(rows, ["a", " bc.", ""])

    def test_the_state_depends_on_the_style(self):
        plain, reverse, again = Screen(6, 3), Screen(6, 3), Screen(6, 3)
        plain.feed("ab")
        reverse.feed("a\x1b[7mb")
        again.feed("\x1b[7mab\x1b[m\rab")
        self.assertEqual(plain.rows, reverse.rows)
        self.assertNotEqual(plain.state, reverse.state)
        self.assertEqual(plain.state, again.state)

    def test_the_state_ignores_cells_to_the_right_of_a_divider(self):
        screen = Screen(6, 2)
        screen.feed("ab│cd\x1b[H")
        screen.look_left_of("│")
        before = screen.state
        screen.feed("\x1b[1;5Hx")
        self.assertEqual(screen.state, before)
        screen.feed("\x1b[1;1Hx\x1b[H")
        self.assertNotEqual(screen.state, before)
        screen.look_left_of("|")
        before = screen.state
        screen.feed("\x1b[1;5Hy\x1b[H")
        self.assertNotEqual(screen.state, before)


class MeasureTest(unittest.TestCase):
    screens = [(1.0, "a", False, 10), (2.0, "b", True, 5), (3.0, "a", True, 1), (4.0, "a", True, 1)]

    def test_the_figures_of_a_run_come_from_its_screens(self):
        self.assertEqual(first(self.screens), 2.0)
        self.assertEqual(settled(self.screens), 3.0)
        self.assertEqual(size(self.screens), 17)

    def test_the_99th_percentile_excludes_one_value_in_a_hundred(self):
        self.assertEqual(percentile(list(range(1, 201))), 198)
        self.assertEqual(percentile([7]), 7)

    def test_numbers_have_about_three_digits(self):
        self.assertEqual([number(n) for n in (0.1234, 1.234, 30, 1234.5)], ["0.123", "1.23", "30", "1,234"])


if __name__ == "__main__":
    unittest.main()
