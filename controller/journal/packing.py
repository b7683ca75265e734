"""A record's text made small. The hash chain is over the text: how it is packed may change, not what it says.

A record is about as long as a text message, too short for a compressor to learn anything from: it is given
what records are full of beforehand. Those words are part of the format. They never change; others would have
another mark.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Collection

PLAIN = b"{"  # what the first format's records began with: they were not packed
WORDS_1 = b"\x01"
HOLE = b"\x00"  # stands in no JSON
SEALED = re.compile(
    rb'(?<=[".])((?:[A-Za-z0-9+/]{4}){8,60}(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?)(?=")'
)
MOST_SEALED = 255
WINDOW_BITS, MEMORY = -12, 5  # 4 kB: enough for the words and a record, and quickly made anew each time

_WORDS_1 = (
    b'"tournament":{"entry":"told_out":[],"session":"in_tournament":{"disputes_opened":"correc'
    b'tion":{"barred":["bonus_cents":"prize_cents":"reserve_cents":"displayed_cents":"opening_'
    b'cents":"major_won":true"last_round":{"round":,"nets":{"1":-,"2":,"3":-,"4":-,"5":-,"6":-'
    b',"7":-,"8":-,"9":-},"commission_cents":"stakes":{"1":,"2":,"3":,"4":"dealer_name":"","fl'
    b'oor_called_ms":,"locked":true,"devices":{"shoe":{"role":"shoe","since_ms":17,"detail":"a'
    b'ngel_eye","heard":[null,],"said":[["card_drawn","",""]],"identity":["angel_eye","",""]},'
    b'"readers":{"role":"readers","state":"lost","heard":[,],"said":[["card_gone","",null]],"i'
    b'dentity":["Simulated reader set","SIM-03","1.0"]},"proof":"checkpoint {"setting":"","at_'
    b'ms":17,"carry":{"game":{"round":,"abstained":{"seated":[1,2,3,4,5,6,7],"shoe_ready":true'
    b',"phase":"shuffle","jackpot":{verdict dispute_opened verdict dispute_decided verdict rou'
    b'nd_corrected verdict withdrawn verdict undone verdict order_followed {"order":,"what":"v'
    b'erdict stake_changed {"box":,"why":"added","stake_cents":verdict posted {"box":1,"what":'
    b'"over_blind","cents":00,"rule":{"document":"NI2005-24","number":"10.1"}}\nverdict questio'
    b'n {"about":"","rule":{"document":"NI2005-23","number":"4.8"},"choices":[{"code":"go_on",'
    b'"needs":"supervisor"}]}\nverdict ruling {"about":"","choice":"void_round","by":"2001","re'
    b'ported_by":"verdict round_closed {"round":,"void":true,"boxes":[{"box":1,"wagered_cents"'
    b':1000,"returned_cents":0,"paid_cents":0,"net_cents":-1000},{"box":2,"wagered_cents":5000'
    b',"returned_cents":5000,"paid_cents":0,"net_cents":0}],"commission_cents":\nverdict jackpo'
    b't_pools {"prize_cents":25,"reserve_cents":,"displayed_cents":25,"fed_cents":00,"paid_cen'
    b'ts":\nverdict pot_settled {"pot":1,"amount_cents":00,"commission_cents":00,"shares":[{"bo'
    b'x":1,"cents":00,"half":"whole"}],"rule":{"document":"NI2005-22","number":"15.1"}}\nverdic'
    b't uncalled_returned {"box":\nverdict acted {"box":1,"action":"check","put_in_cents":0,"to'
    b'_cents":0,"tapped_out":false}\nverdict acted {"box":,"action":"call","put_in_cents":00,"t'
    b'o_cents":00,"tapped_out":false}\nverdict acted {"box":,"action":"fold","put_in_cents":0,"'
    b'to_cents":"action":"raise","action":"bet",\nverdict payment {"box":1,"wager":"ante","resu'
    b'lt":"lose","wager_cents":00,"returned_cents":0,"taken_cents":1000,"rule":{"document":"NI'
    b'2004-492","number":"9.4"}}\nverdict payment {"box":,"wager":"bet","result":"win","wager_c'
    b'ents":2000,"returned_cents":,"paid_cents":,"odds":1,"wager":"jackpot","result":"void","r'
    b'eturned","rule":{"document":"NI2004-494","number":"\nverdict card_turned {"place":"dealer'
    b'","nth":1,"card":""place":"board","nth":5,"card":"\nverdict phase {"name":"settle"}deal"}'
    b'antes"}collect"}shuffle"}cut"}decide"}reveal"}showdown"}betting"}closed"}verify"}bets"}\n'
    b'event place_ante {"at_ms":,"by":"1182","box":,"amount_cents":000}\nevent bet {"at_ms":,"b'
    b'y":"1182","box":\nevent settle_box {"event collect_hand {"event show_box {"event show_dea'
    b'ler {"event place_jackpot_wager {"event wager {"event check {"event call {"event fold {"'
    b'event collected {"event shuffled {"event cut_made {"event all_cards_read {"event answer '
    b'{"event device_ready {"at_ms":,"source":{"device":"shoe"},"role":"shoe","model":"event s'
    b'ign_in {"event card_drawn {"at_ms":179,"source":{"device":"shoe","sequence":48},"card":"'
    b'\nevent card_gone {"at_ms":17,"source":{"device":"readers","boot":,"sequence":},"place":"'
    b'rack","tag":"\n2\nevent card_seen {"at_ms":179'
)
_WORDS = {WORDS_1: _WORDS_1}


def pack(text: bytes) -> bytes:
    rest, sealed = without_sealed(text)
    if len(sealed) > MOST_SEALED:
        rest, sealed = text, []
    packer = zlib.compressobj(6, zlib.DEFLATED, WINDOW_BITS, MEMORY, zlib.Z_DEFAULT_STRATEGY, _WORDS_1)
    lengths = bytes([len(sealed), *map(len, sealed)])
    return b"".join([WORDS_1, lengths, *sealed, packer.compress(rest), packer.flush()])


def unpack(packed: bytes) -> bytes:
    """Raises ValueError for what nobody packed."""
    text, sealed = _unpacked(packed)
    return with_sealed(text, sealed) if sealed else text


def says(packed: bytes, words: Collection[bytes]) -> bool:
    """Whether one of them stands there, in what is not sealed. It may, where the text cannot be read."""
    try:
        text, _ = _unpacked(packed)
    except (TypeError, ValueError):
        return True
    return any(word in text for word in words)


def _unpacked(packed: bytes) -> tuple[bytes, list[bytes]]:
    if packed[:1] == PLAIN or not packed:
        return packed, []
    words = _WORDS.get(packed[:1])
    if words is None or len(packed) < 2:
        raise ValueError("packed by a later version")
    sealed, at = [], 2 + packed[1]
    for length in packed[2:at]:
        sealed.append(packed[at : at + length])
        at += length
    try:
        unpacker = zlib.decompressobj(WINDOW_BITS, words)
        text = unpacker.decompress(packed[at:]) + unpacker.flush()
    except zlib.error as error:
        raise ValueError("not what was packed") from error
    if not unpacker.eof:
        raise ValueError("cut short")
    return text, sealed


def without_sealed(text: bytes) -> tuple[bytes, list[bytes]]:
    """What is sealed looks like chance, and written as base64 it is a third longer than it has to be."""
    if HOLE in text:
        return text, []
    return SEALED.sub(HOLE, text), [base64.b64decode(one) for one in SEALED.findall(text)]


def with_sealed(text: bytes, sealed: list[bytes]) -> bytes:
    parts = text.split(HOLE)
    if len(parts) != len(sealed) + 1:
        raise ValueError("not what was packed")
    written = [base64.b64encode(one) for one in sealed] + [b""]
    return b"".join(part + one for part, one in zip(parts, written, strict=True))
