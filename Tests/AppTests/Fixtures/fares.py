"""Prints what one ride costs between any two fare zones of a GTFS feed with fares v1.

    python3 fares.py feed.zip

Each line has the zone of the boarding, the zone of the alighting, the price in minor units and the
currency, separated by tabs; pairs without a fare are left out. It reads the feed with other means
than Interchange does, so that mistakes of one of the two become visible. The feed must have no rules
that depend on lines or contained zones.
"""

import csv
import io
import sys
import zipfile
from fractions import Fraction

MINOR_UNITS = {"USD": 100, "INR": 100, "EUR": 100}


def rows(feed, name):
    with feed.open(name) as file:
        yield from csv.DictReader(io.TextIOWrapper(file, "utf-8-sig", newline=""))


def main(path):
    feed = zipfile.ZipFile(path)
    zones = sorted({(row["zone_id"] or "").strip() for row in rows(feed, "stops.txt")} - {""})
    prices = {}
    for row in rows(feed, "fare_attributes.txt"):
        currency = row["currency_type"].strip()
        minor = Fraction(row["price"].strip()) * MINOR_UNITS[currency]
        assert minor.denominator == 1, row
        prices[row["fare_id"].strip()] = (int(minor), currency)
    cheapest = {}
    for row in rows(feed, "fare_rules.txt"):
        assert not row.get("route_id") and not row.get("contains_id"), row
        starts = [row["origin_id"].strip()] if row["origin_id"] else zones
        ends = [row["destination_id"].strip()] if row["destination_id"] else zones
        for pair in ((start, end) for start in starts for end in ends):
            price = prices[row["fare_id"].strip()]
            cheapest[pair] = min(price, cheapest.get(pair, price))
    for (start, end), (amount, currency) in sorted(cheapest.items()):
        print(start, end, amount, currency, sep="\t")


main(sys.argv[1])
