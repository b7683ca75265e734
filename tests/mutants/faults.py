"""Small faults, as people make them: one at a time, in one place of one file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

COMPARED: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
}
RECKONED: dict[type[ast.operator], str] = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*"}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Fault(NamedTuple):
    file: str
    line: int
    begin: int  # in bytes
    end: int
    was: str
    becomes: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {' '.join(self.was.split())} -> {' '.join(self.becomes.split())}"

    def put_into(self, source: bytes) -> bytes:
        return source[: self.begin] + self.becomes.encode() + source[self.end :]


class _Finder(ast.NodeVisitor):
    def __init__(self, file: str, source: bytes) -> None:
        self.file, self.source, self.found = file, source, list[Fault]()
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        begin = self._starts[node.lineno - 1] + node.col_offset
        return begin, self._starts[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: ast.expr | ast.stmt) -> str:
        begin, end = self._span(node)
        return self.source[begin:end].decode()

    def _becomes(self, node: ast.expr | ast.stmt, text: str) -> None:
        self.found.append(Fault(self.file, node.lineno, *self._span(node), self._text(node), text))

    def visit_Compare(self, node: ast.Compare) -> None:
        if len(node.ops) == 1:
            for other in COMPARED[type(node.ops[0])]:
                self._becomes(node, f"({self._text(node.left)} {other} {self._text(node.comparators[0])})")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = " or " if isinstance(node.op, ast.And) else " and "
        self._becomes(node, "(" + other.join(f"({self._text(one)})" for one in node.values) + ")")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        other = RECKONED.get(type(node.op))
        if other and not any(isinstance(one, ast.Constant | ast.JoinedStr) for one in (node.left, node.right)):
            self._becomes(node, f"({self._text(node.left)} {other} {self._text(node.right)})")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in CALLED:
            self._becomes(node.func, CALLED[node.func.id])
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._becomes(node, str(not node.value))
        elif isinstance(node.value, int):
            self._becomes(node, str(node.value + 1))

    def visit_If(self, node: ast.If) -> None:
        self._becomes(node.test, f"(not ({self._text(node.test)}))")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self._becomes(node, "pass")
        self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        """What cannot be is not tested."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for one in node.body:  # neither types nor decorators
            self.visit(one)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for one in node.body:
            self.visit(one)


def faults_in(root: Path, file: str) -> list[Fault]:
    source = (root / file).read_bytes()
    finder = _Finder(file, source)
    finder.visit(ast.parse(source))
    return finder.found


def drawn(root: Path, folders: tuple[str, ...], number: int, seed: int) -> Iterator[Fault]:
    """Each file as likely as it is long, no place twice."""
    files = [path for folder in folders for path in sorted((root / folder).rglob("*.py"))]
    every = [fault for path in files for fault in faults_in(root, str(path.relative_to(root)))]
    yield from Random(seed).sample(every, min(number, len(every)))
