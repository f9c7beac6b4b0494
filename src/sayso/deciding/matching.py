"""Indexes that find terms among tokens without going through the terms one by one."""

from collections.abc import Iterator, Sequence
from itertools import chain

from sayso.core import Span, Term
from sayso.deciding.spelling import Token

Match = tuple[Term, tuple[Span, ...]]
"""A term, and what of the tokens it was found in is in no match before. Found again, it may be left out."""


class OrderedIndex:
    """Terms whose words stand together in their own order: a tree, one step per token."""

    def __init__(self) -> None:
        self._root = _Node()

    def add(self, words: Sequence[str], term: Term) -> None:
        node = self._root
        for word in words:
            node = node.next.setdefault(word, _Node())
        node.terms.append(term)

    def find(self, tokens: Sequence[Token]) -> Iterator[Match]:
        if not self._root.next:
            return
        start, reach = _State([self._root]), 0
        for begin in range(len(tokens)):
            state, end = start, begin
            while end < len(tokens) and (state := state.step(tokens[end].keys)).nodes:
                end += 1
                if state.terms and (end > reach or state.is_new):
                    spans = tuple(token.span for token in tokens[max(begin, reach) : end])
                    yield from ((term, spans) for term in (state.terms if state.is_new else state.terms[:1]))
                    state.is_new, reach = False, max(reach, end)


class _Node:
    __slots__ = ("next", "terms")

    def __init__(self) -> None:
        self.next: dict[str, _Node] = {}
        self.terms: list[Term] = []


class _State:
    """Where in the tree a search may be, words being read in several ways; it remembers each step it took."""

    __slots__ = ("_steps", "is_new", "nodes", "terms")

    def __init__(self, nodes: Sequence[_Node]) -> None:
        self.nodes = nodes
        self.terms = [term for node in nodes for term in node.terms]
        self.is_new = True
        self._steps: dict[frozenset[str], _State] = {}

    def step(self, keys: frozenset[str]) -> "_State":
        if keys not in self._steps:
            nodes = [node.next[key] for node in self.nodes for key in keys & node.next.keys()]
            self._steps[keys] = _State(nodes) if nodes else _NOWHERE
        return self._steps[keys]


_NOWHERE = _State(())


class FreeIndex:
    """Terms whose words stand together in any order."""

    def __init__(self) -> None:
        self._terms: dict[tuple[str, ...], list[Term]] = {}
        self._holding: dict[tuple[int, str], list[tuple[str, ...]]] = {}
        self._words: set[str] = set()
        self._lengths: set[int] = set()

    def add(self, words: Sequence[str], term: Term) -> None:
        wanted = tuple(sorted(words))
        if wanted not in self._terms:
            for word in set(wanted):
                self._holding.setdefault((len(wanted), word), []).append(wanted)
        self._terms.setdefault(wanted, []).append(term)
        self._words.update(wanted)
        self._lengths.add(len(wanted))

    def find(self, tokens: Sequence[Token]) -> Iterator[Match]:
        if not self._terms:
            return
        known = [token.keys & self._words for token in tokens]
        seen: set[tuple[frozenset[str], ...]] = set()
        for begin in range(len(tokens)):
            for length in sorted(self._lengths):
                window = tuple(known[begin : begin + length])
                if len(window) < length or not all(window):
                    break
                if window in seen:
                    continue
                seen.add(window)
                spans = tuple(token.span for token in tokens[begin : begin + length])
                for wanted in self._look_up(window):
                    yield from ((term, spans) for term in self._terms[wanted])

    def _look_up(self, window: Sequence[frozenset[str]]) -> list[tuple[str, ...]]:
        if all(len(keys) == 1 for keys in window):
            wanted = tuple(sorted(next(iter(keys)) for keys in window))
            return [wanted] if wanted in self._terms else []
        # A word that can be read in several ways: from the words with the fewest terms to those terms.
        length = len(window)
        lists = ([self._holding.get((length, key), []) for key in keys] for keys in window)
        fewest = min(lists, key=lambda each: sum(map(len, each)))
        return [wanted for wanted in dict.fromkeys(chain.from_iterable(fewest)) if _fits(wanted, window)]


def _fits(wanted: Sequence[str], window: Sequence[frozenset[str]]) -> bool:
    """Whether each wanted word can be read in a place of its own."""
    holders: dict[int, str] = {}

    def seat(word: str, tried: set[int]) -> bool:
        """Finds a place for one more word; whoever holds it looks for another."""
        for place, keys in enumerate(window):
            if word in keys and place not in tried:
                tried.add(place)
                if place not in holders or seat(holders[place], tried):
                    holders[place] = word
                    return True
        return False

    return all(seat(word, set()) for word in wanted)
