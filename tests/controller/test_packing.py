"""What is packed comes out again to the byte, whatever it is."""

from __future__ import annotations

import base64
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.journal.packing import pack, unpack

SEALED = st.binary(min_size=22, max_size=80).map(lambda raw: "." + base64.b64encode(raw).decode())
WRITTEN = st.lists(
    st.one_of(
        SEALED.map(lambda sealed: f'{{"card":"{sealed}"}}'.encode()),
        st.binary(max_size=60),
        st.just(b"event card_seen "),
        st.binary(min_size=27, max_size=60).map(lambda raw: b'"%b"' % base64.b64encode(raw)),
    ),
    max_size=8,
).map(b"\n".join)


@given(WRITTEN)
def test_a_text_comes_out_as_it_went_in(text: bytes) -> None:
    assert unpack(pack(text)) == text


@given(st.from_regex(rb'"[A-Za-z0-9+/]{34,46}={0,2}"', fullmatch=True))
def test_what_only_looks_sealed_comes_out_as_it_went_in(text: bytes) -> None:
    assert unpack(pack(text)) == text


@given(WRITTEN, st.data())
def test_what_was_cut_or_changed_is_an_error_and_never_a_crash(text: bytes, data: st.DataObject) -> None:
    packed = bytearray(pack(text))
    at = data.draw(st.integers(0, len(packed) - 1))
    packed[at] ^= data.draw(st.integers(1, 255))
    for damaged in (bytes(packed), bytes(packed[:at])):
        try:
            unpack(damaged)
        except ValueError:
            continue  # the chain finds all that can still be unpacked


def test_a_record_of_a_later_program_is_not_guessed_at() -> None:
    with pytest.raises(ValueError, match="a later version"):
        unpack(b"\x02" + zlib.compress(b"anything"))


def test_what_the_first_program_wrote_was_not_packed() -> None:
    assert unpack(b'{"event":null}') == b'{"event":null}'
