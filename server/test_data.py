import re
import unicodedata
import unittest
from collections import Counter
from datetime import datetime

from data import written_collections

COMIC_NUMBERS = [*range(1, 40), *range(41, 62)]
COMIC_FIELDS = {"month", "num", "link", "year", "news", "safe_title", "transcript", "alt", "img", "title", "day"}


class DataTests(unittest.TestCase):
    """Tests of the written posts, users, comments and to-dos."""

    @classmethod
    def setUpClass(cls):
        cls.posts, cls.users, cls.comments, cls.comics, cls.todos = map(list, written_collections().values())
        cls.texts = [text for record in cls.posts + cls.comments for text in record.values() if isinstance(text, str)]

    def titles(self, pattern: str):
        return [post["title"] for post in self.posts if re.search(pattern, post["title"])]

    def in_script(self, script: str):
        """Returns the posts whose titles have characters of a script; their Unicode names start with its name."""
        return [post for post in self.posts if any(
            unicodedata.name(character, "").startswith(script) for character in post["title"])]

    def test_ids_count_from_one(self):
        for records in (self.posts, self.users, self.comments):
            ids = [record["id"] for record in records]
            self.assertEqual(ids, list(range(1, len(ids) + 1)))
        self.assertGreaterEqual(len(self.posts), 100)
        self.assertEqual(len(self.users), 10)
        self.assertGreaterEqual(len(self.comments), 500)

    def test_every_record_has_its_fields(self):
        for records, fields, optional in (
            (self.posts, {"userId": int, "id": int, "title": str, "body": str},
             {"date": str, "url": str}),
            (self.users, {"id": int, "name": str, "username": str, "email": str, "website": str,
                          "address": dict, "company": dict}, {}),
            (self.comments, {"postId": int, "id": int, "name": str, "email": str, "body": str},
             {"date": str, "parentId": int}),
        ):
            for record in records:
                types = {name: type(value) for name, value in record.items()}
                self.assertEqual({name: types.get(name) for name in fields}, fields)
                self.assertLessEqual(types.items(), {**fields, **optional}.items())
                self.assertTrue(all(record.values()))

    def test_every_user_has_a_post_and_every_comment_belongs_to_a_post(self):
        users = {user["id"] for user in self.users}
        self.assertEqual({post["userId"] for post in self.posts}, users)
        posts = {post["id"] for post in self.posts}
        self.assertLessEqual({comment["postId"] for comment in self.comments}, posts)

    def test_some_posts_have_dates_and_links_and_others_have_none(self):
        for name in ("date", "url"):
            self.assertEqual({name in post for post in self.posts}, {True, False})
        dates = [datetime.fromisoformat(record["date"].replace("Z", "+00:00"))
                 for record in self.posts + self.comments if "date" in record]
        self.assertGreater(len(dates), 100)

    def test_some_comments_reply_to_comments_on_the_same_post(self):
        posts = {comment["id"]: comment["postId"] for comment in self.comments}
        replies = [comment for comment in self.comments if "parentId" in comment]
        self.assertGreater(len(replies), 10)
        for reply in replies:
            self.assertEqual(posts[reply["parentId"]], reply["postId"])

    def test_titles_and_bodies_are_unique(self):
        self.assertEqual(len({post["title"] for post in self.posts}), len(self.posts))
        self.assertEqual(len({post["body"] for post in self.posts}), len(self.posts))
        counts = Counter((comment["postId"], comment["body"]) for comment in self.comments)
        self.assertEqual(max(counts.values()), 1)
        self.assertGreater(len({comment["body"] for comment in self.comments}), 400)

    def test_some_posts_have_no_comments_and_one_has_many(self):
        counts = Counter(comment["postId"] for comment in self.comments)
        self.assertGreaterEqual(len(self.posts) - len(counts), 3)
        self.assertGreater(max(counts.values()), 15)

    def test_texts_have_no_control_characters_except_newlines_and_tabs(self):
        for text in self.texts:
            control = {character for character in text if unicodedata.category(character) == "Cc"}
            self.assertLessEqual(control, {"\n", "\t"})
        self.assertFalse(self.titles(r"[\n\t]"))
        for record in self.comics + self.todos:
            # C1 controls are allowed: some titles are UTF-8 decoded as Latin-1, and have these.
            self.assertFalse(re.search(r"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]", "".join(
                text for text in record.values() if isinstance(text, str))))

    def test_email_and_web_addresses_are_on_example_domains(self):
        for record in self.users + self.comments:
            self.assertRegex(record["email"], r"@([a-z]+\.)?example\.(org|com)$")
        for address in (post["url"] for post in self.posts if "url" in post):
            self.assertTrue(address.startswith("https://example.org/"))

    def test_to_dos_have_ids_titles_and_states_of_several_types(self):
        ids = [todo["id"] for todo in self.todos]
        self.assertEqual(len(set(map(str, ids))), len(ids))
        self.assertEqual({len(each) for each in ids if isinstance(each, str)}, {9})
        self.assertEqual({type(each) for each in ids}, {int, str})
        self.assertTrue([each for each in map(str, ids) if each.startswith("-")])
        self.assertEqual(len([each for each in map(str, ids) if each.startswith("SJc")]), 2)
        missing = object()
        for field, types in (("title", {str, int, object}), ("tempId", {str, type(None), object}),
                             ("is_completed", {str, int, bool, object})):
            self.assertEqual({type(todo.get(field, missing)) for todo in self.todos}, types)
        self.assertTrue([todo for todo in self.todos if "position" in todo])
        titles = [todo["title"] for todo in self.todos if isinstance(todo.get("title"), str)]
        self.assertTrue(any("\n" in title for title in titles))
        self.assertTrue(any(len(title) > 120 for title in titles))

    def test_titles_and_names_use_many_scripts(self):
        for script, least in (("CJK", 6), ("HIRAGANA", 3), ("HANGUL", 2), ("DEVANAGARI", 2),
                              ("THAI", 1), ("CYRILLIC", 1), ("GREEK", 1), ("FULLWIDTH", 2)):
            with self.subTest(script):
                self.assertGreaterEqual(len(self.in_script(script)), least)
        right_to_left = self.in_script("ARABIC") + self.in_script("HEBREW")
        self.assertGreaterEqual(len(right_to_left), 6)
        self.assertGreaterEqual(sum(not user["name"].isascii() for user in self.users), 8)

    def test_texts_have_long_words_emoji_sequences_and_combining_marks(self):
        self.assertGreaterEqual(len(self.titles(r".{150}")), 3)
        self.assertLessEqual(max(len(post["title"]) for post in self.posts), 300)
        self.assertTrue(self.titles(r"\S{120}"))
        self.assertTrue(self.titles(r'(?=.*")(?=.*\\)(?=.*&)(?=.*<)(?=.*>)'))
        everything = "".join(self.texts)
        for sequence in ("\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
                         "\U0001f9d1\U0001f3fd\u200d\U0001f680", "\U0001f1ee\U0001f1ea",
                         "1\ufe0f\u20e3", "\u2764\ufe0f", "\U0001f3f4\U000e0067"):
            self.assertIn(sequence, everything)
        decomposed = [post for post in self.posts if unicodedata.normalize("NFC", post["title"]) != post["title"]]
        self.assertGreaterEqual(len(decomposed), 2)
        self.assertTrue(re.search(r"[\u0300-\u036f]{3}", everything))

    def test_some_bodies_are_very_long_or_short_or_have_paragraphs_and_tabs(self):
        bodies = [post["body"] for post in self.posts]
        self.assertGreaterEqual(sum("\n\n" in body for body in bodies), 12)
        self.assertTrue(any("\n\t\t" in body for body in bodies))
        self.assertGreater(max(map(len, bodies)), 4000)
        self.assertLess(min(map(len, bodies)), 30)


class WrittenComicsTests(unittest.TestCase):
    """Tests that written comics are as irregular as those of xkcd.com."""

    comics = list(written_collections()["comics"])

    def texts(self, *names):
        return [text for each in self.comics for text in (each.get(name) for name in names) if isinstance(text, str)]

    def test_there_are_sixty_comics_and_number_40_is_missing(self):
        self.assertEqual([int(each["num"]) for each in self.comics], COMIC_NUMBERS)
        titles, alts = self.texts("title"), self.texts("alt")
        self.assertEqual((len(set(titles)), len(set(alts))), (60, 60))
        self.assertTrue(all(titles) and all(alts))
        whole = [each for each in self.comics if COMIC_FIELDS <= each.keys()]
        self.assertEqual(len(whole), 59)

    def test_comics_have_markup_line_breaks_and_fields_of_several_types(self):
        for field, pattern in (
            ("title", r"<span style=.*>House</span> of"), ("title", r"Clich&eacute;d"),
            ("alt", r"\n"), ("link", r"<a href="), ("link", r"^https://"), ("news", r"<a href="),
            ("transcript", r"\r\n"), ("transcript", r"\[\[.*\]\]"), ("transcript", r"\(\(.*\)\)"),
            ("transcript", r"\{\{Title text: .*\}\}"), ("transcript", r"\{\{Alt text: .*\}\}"),
        ):
            self.assertTrue(any(re.search(pattern, text) for text in self.texts(field)), pattern)
        self.assertGreater(self.texts("transcript").count(""), 15)
        shortened = [each for each in self.comics
                if len(each["safe_title"]) < len(each["title"]) and "<" not in each["title"]]
        self.assertGreaterEqual(len(shortened), 3)
        endings = [path.rpartition(".")[2] for path in self.texts("img")]
        self.assertEqual((endings.count("jpg"), endings.count("gif")), (1, 1))
        self.assertEqual(self.texts("img").count("/comics/"), 2)
        types = {type(value) for each in self.comics for name, value in each.items() if name not in COMIC_FIELDS}
        self.assertEqual(types, {dict, list, type(None)})
        self.assertEqual({type(each["num"]) for each in self.comics}, {int, str})
        self.assertEqual({type(each["year"]) for each in self.comics}, {int, str})

    def test_some_titles_are_utf_8_decoded_as_latin_1(self):
        repaired = []
        for title in self.texts("title"):
            try:
                repaired.append(title.encode("latin-1").decode("utf-8"))
            except UnicodeError:
                continue
        repaired = [title for title in repaired if not title.isascii()]
        self.assertEqual(repaired, ["Café at the End of the Pier", "Naïve Swimmer", "Zoë’s Tide Table"])
