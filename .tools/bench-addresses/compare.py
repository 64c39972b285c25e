# SPDX-License-Identifier: MIT
"""Compare `roadsnap units convert` with packages of PyPI on one list of former addresses.

Usage: compare.py ROADSNAP LEGACY_CSV [ROWS]

It needs Python 3.12 or newer and
    pip install vietnamadminunits==1.0.4 vietnam-address-converter==1.0.5 vietnam-provinces==2026.9.0

The list is every n-th unit of legacy.csv with a code, in three spellings. An answer is right if it
is a ward that the unit went to; for roadsnap also if all its candidates are such wards, because it
does not decide where a ward was divided. Rows per second are those of one processor: rows by the
time that the process had of all processors, so that other work on the machine does not count.
"""
import csv
import io
import os
import random
import resource
import subprocess
import sys
import time
import unicodedata

roadsnap, legacy = sys.argv[1:3]
count = int(sys.argv[3]) if len(sys.argv) > 3 else 3000


def plain(text):
    text = unicodedata.normalize("NFD", text).replace("đ", "d").replace("Đ", "D")
    return "".join(c for c in text if not unicodedata.combining(c))


def short(text):
    for kind, to in (("Thành phố ", "TP. "), ("Thị trấn ", "TT. "), ("Thị xã ", "TX. "), ("Phường ", "P. "), ("Quận ", "Q. "),
                     ("Huyện ", "H. "), ("Xã ", "X. "), ("Tỉnh ", "T. ")):
        if text.startswith(kind):
            return to + text[len(kind):]
    return text


with open(legacy, encoding="utf-8") as f:
    units = [r for r in csv.DictReader(f) if r["code"]]
random.Random(1).shuffle(units)
rows = []
for i, u in enumerate(units[:count]):
    parts = [u["name"], u["district"], u["province"]]
    text = [", ".join(parts), plain(", ".join(parts)), ", ".join(short(p) for p in parts)][i % 3]
    rows.append(("12 Lê Lợi, " + text if i % 3 != 1 else "12 Le Loi, " + text, u["code"], set(u["successors"].split())))


def report(name, seconds, right, none):
    print(f"{name:38} {len(rows) / seconds:10.0f} rows/s  {100 * right / len(rows):6.2f} % right  {100 * none / len(rows):6.2f} % without an answer", flush=True)


# roadsnap, on a list so long that its start does not count
repeat = max(1, 200_000 // len(rows))
table = io.StringIO()
out = csv.writer(table)
out.writerow(["address"])
for _ in range(repeat):
    out.writerows([address] for address, _, _ in rows)
answer = subprocess.run([roadsnap, "-q", "units", "convert"], input=table.getvalue(), capture_output=True, text=True, encoding="utf-8", check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
seconds = (used.ru_utime + used.ru_stime) / repeat
right = none = 0
for (_, _, allowed), got in zip(rows, csv.DictReader(io.StringIO(answer.stdout))):
    codes = set(got["candidates"].split())
    right += bool(codes) and codes <= allowed
    none += not codes
report("roadsnap", seconds, right, none)


def measure(name, convert):
    begin, right, none = time.process_time(), 0, 0
    for address, code, allowed in rows:
        try:
            got = convert(address, code)
        except Exception:  # an address that it does not understand
            got = None
        right += got in allowed
        none += got is None
    report(name, time.process_time() - begin, right, none)


from vietnamadminunits import convert_address  # noqa: E402

names, provinces_by_name = {}, {}
with open(os.path.join(os.path.dirname(legacy), "provinces.csv"), encoding="utf-8") as f:
    for p in csv.DictReader(f):
        provinces_by_name[plain(p["name"]).lower()] = p["code"]
with open(os.path.join(os.path.dirname(legacy), "wards.csv"), encoding="utf-8") as f:
    for w in csv.DictReader(f):
        names[w["province_code"], plain(w["level"] + " " + w["name"]).lower()] = w["code"]


def of_names(province, ward):
    return names.get((str(province).zfill(2), plain(ward).lower()))


def admin_units(address, _):
    unit = convert_address(address)
    return of_names(unit.province_code, unit.ward) if unit and unit.ward else None


measure("vietnamadminunits 1.0.4", admin_units)

from vietnam_address_converter import create_converter  # noqa: E402

converter = create_converter()


def address_converter(address, _):
    converted = converter.convert_address_text(address).get("converted") or {}
    ward, province = converted.get("ward"), converted.get("province")
    return of_names(provinces_by_name.get(plain(province["name"]).lower()), ward["name_with_type"]) if ward and province else None


measure("vietnam-address-converter 1.0.5", address_converter)

from vietnam_provinces import Ward  # noqa: E402


def provinces(address, _):
    # It knows no addresses, but parts of names: of a ward, and of the district that it was in.
    _, ward, district, _ = address.split(", ")
    within = {w.source_code for w in Ward.search_from_legacy_district(name=district)}
    found = [w for w in Ward.search_from_legacy(name=ward) if w.source_code in within]
    return str(found[0].ward.code.value).zfill(5) if found else None


measure("vietnam-provinces 2026.9.0, by names", provinces)
