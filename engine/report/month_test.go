// SPDX-License-Identifier: MIT

package report

import (
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"roadsnap/data"
	"roadsnap/engine/fleet"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/regulation"
	"roadsnap/engine/road"
)

// The roads of the made-up months: way 1 has a sign, way 2 is two-way without one, and way 3 is
// an expressway.
var madeWays = map[int64]road.Way{
	1: {ID: 1, Name: "Đường Một", Class: road.Primary, HasMaxSpeed: true, MaxSpeedKMH: 50},
	2: {ID: 2, Name: "Đường Hai", Class: road.Secondary},
	3: {ID: 3, Ref: "CT.01", Class: road.Motorway, Oneway: true, Lanes: 2},
}

func madeWorld(t *testing.T) *World {
	t.Helper()
	rules, err := regulation.Parse(data.Rules)
	if err != nil {
		t.Fatal(err)
	}
	return &World{
		Rules: rules,
		Register: fleet.Register{
			Vehicles: []fleet.Vehicle{
				{Plate: "51C-111.11", Group: "Đội 1", Norm: 20, Transport: regulation.Freight, Body: fleet.Truck, Payload: 8000},
				{Plate: "51C-222.22", Group: "Đội 1", Norm: 10, Transport: regulation.Freight, Body: fleet.Truck, Payload: 2000},
				{Plate: "51A-333.33", Group: "Đội 2", Transport: regulation.Taxi, Body: fleet.Passenger, Seats: 4},
			},
			Drivers: []fleet.Driver{{Name: "Nguyễn Văn An", Licence: "790001"}, {Name: "Trần Thị Bình", Licence: "790002"}, {Name: "Lê Cường", Licence: "790003"}},
			Assignments: []fleet.Assignment{
				{Plate: "51C-111.11", Driver: "Nguyễn Văn An"}, {Plate: "51C-222.22", Driver: "Trần Thị Bình"}, {Plate: "51A-333.33", Driver: "Lê Cường"},
			},
		},
		Ways: func(points []match.Point) (map[int64]road.Way, error) {
			ways := map[int64]road.Way{}
			for _, p := range points {
				if w, ok := madeWays[p.WayID]; ok {
					ways[p.WayID] = w
				}
			}
			return ways, nil
		},
	}
}

// madePart is a part of a made trip: some seconds at one speed on one way.
type madePart struct {
	seconds int
	kmh     float64
	way     int64
}

// madeTrip drives north from a place with a point each second. Its match is exact.
func madeTrip(id int64, plate string, start time.Time, from geo.Point, parts []madePart) *Recorded {
	r := &Recorded{ID: id, Vehicle: plate, Matched: true}
	leg := match.Leg{Confidence: 1}
	at, now := from, start
	add := func(kmh float64, way int64) {
		r.Recording.Observations = append(r.Recording.Observations, match.Observation{Point: at, Time: now, Speed: kmh / 3.6, HasSpeed: true})
		r.Result.Points = append(r.Result.Points, match.Point{Index: len(r.Result.Points), Location: at, State: match.Matched, WayID: way, HasWay: true, Confidence: 1})
		leg.Shape, leg.Times = append(leg.Shape, at), append(leg.Times, now)
	}
	add(parts[0].kmh, parts[0].way)
	for _, p := range parts {
		before := leg.Length
		for range p.seconds {
			next := geo.Point{Lat: at.Lat + p.kmh/3.6/metresPerDegree, Lon: at.Lon}
			leg.Length += geo.Distance(at, next)
			at, now = next, now.Add(time.Second)
			add(p.kmh, p.way)
		}
		if n := len(leg.Ways); n > 0 && leg.Ways[n-1].WayID == p.way {
			leg.Ways[n-1].Length += leg.Length - before
		} else {
			leg.Ways = append(leg.Ways, match.WayPiece{WayID: p.way, Forward: true, Length: leg.Length - before})
		}
	}
	leg.LastIndex = len(r.Recording.Observations) - 1
	r.Result.Legs = []match.Leg{leg}
	r.Result.Distance = match.Distances{Raw: leg.Length, Matched: leg.Length}
	r.Recording.ID = fmt.Sprint(id)
	return r
}

const metresPerDegree = 111_195

// madeMonth makes trips of three vehicles over a month, with stops of all lengths.
func madeMonth(seed uint64) (list []*Recorded) {
	random := rand.New(rand.NewPCG(seed, 1))
	first := time.Date(2026, 10, 1, 0, 0, 0, 0, vietnam)
	for v, plate := range []string{"51C-111.11", "51C-222.22", "51A-333.33"} {
		for day := range 12 {
			if random.IntN(5) == 0 {
				continue
			}
			var parts []madePart
			for range 3 + random.IntN(6) {
				way := int64(1 + random.IntN(3))
				limit := []float64{0, 50, 80, 120}[way]
				parts = append(parts, madePart{60 + random.IntN(700), math.Round(20 + random.Float64()*(limit-20)), way})
				if random.IntN(2) == 0 { // above the limit for a while, by any band
					parts = append(parts, madePart{2 + random.IntN(60), limit + math.Round(random.Float64()*500)/10, way})
					parts = append(parts, madePart{60, 30, way})
				}
				if random.IntN(2) == 0 {
					parts = append(parts, madePart{240 + random.IntN(900), 0, way})
				}
			}
			parts = append(parts, madePart{120, 30, 1})
			start := first.AddDate(0, 0, day).Add(time.Duration(4*3600+random.IntN(16*3600)) * time.Second)
			from := geo.Point{Lat: 10, Lon: 106 + float64(v)}
			if n := len(list); n > 0 && list[n-1].Vehicle == plate { // where it was left
				all := list[n-1].Recording.Observations
				from = all[len(all)-1].Point
			}
			list = append(list, madeTrip(int64(len(list)+1), plate, start, from, parts))
		}
	}
	return list
}

// pointTable fills an SQL table with the points of trips.
func pointTable(t *testing.T, trips []*Recorded) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec("CREATE TABLE p (trip INT, vehicle TEXT, t INT, m REAL, kmh REAL, way INT)"); err != nil {
		t.Fatal(err)
	}
	insert, err := tx.Prepare("INSERT INTO p VALUES (?, ?, ?, ?, ?, ?)")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range trips {
		m := 0.0
		for i, o := range r.Recording.Observations {
			if i > 0 {
				m += geo.Distance(r.Recording.Observations[i-1].Point, o.Point)
			}
			if _, err := insert.Exec(r.ID, r.Vehicle, o.Time.Unix(), m, o.Speed*3.6, r.Result.Points[i].WayID); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	return db
}

// excessSQL counts excesses from the points alone: runs of points above the limit by more than
// 3 km/h, at most 10 s apart, at least 5 s and 50 m long, without the first point of a trip, to which
// no way leads. The limits are written out.
const excessSQL = `
WITH l AS (SELECT *, lag(t) OVER (PARTITION BY trip ORDER BY t) AS before, CASE way WHEN 1 THEN 50 WHEN 3 THEN 120 ELSE CASE vehicle WHEN '51C-111.11' THEN 70 ELSE 80 END END AS lim FROM p),
o AS (SELECT * FROM l WHERE round(kmh, 6) - 3 > lim AND before IS NOT NULL),
b AS (SELECT *, CASE WHEN t - lag(t) OVER w > 11 OR lag(lim) OVER w <> lim OR lag(t) OVER w IS NULL THEN 1 ELSE 0 END AS first FROM o WINDOW w AS (PARTITION BY trip ORDER BY t)),
g AS (SELECT *, sum(first) OVER (PARTITION BY trip ORDER BY t) AS run FROM b),
r AS (SELECT trip, vehicle, run, min(lim) AS lim, max(t) - min(t) AS s, max(m) - min(m) AS metres, max(kmh) AS top FROM g GROUP BY trip, run HAVING max(t) - min(t) >= 5 AND max(m) - min(m) >= 50),
x AS (SELECT *, round(min(metres / s * 3.6, top), 1) - lim AS excess FROM r)
SELECT vehicle,
 sum(excess >= 5 AND excess < 10), sum(excess >= 10 AND excess <= 20), sum(excess > 20 AND excess <= 35), sum(excess > 35),
 sum(CASE WHEN excess >= 5 THEN metres ELSE 0 END)
FROM x GROUP BY vehicle ORDER BY vehicle`

// TestMonthAgainstSQL recounts made-up months by plain SQL over their points: kilometres, times
// above the limit by band, kilometres above it, and stops.
func TestMonthAgainstSQL(t *testing.T) {
	for _, seed := range []uint64{1, 2} {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { recount(t, madeMonth(seed)) })
	}
}

func recount(t *testing.T, trips []*Recorded) {
	w := madeWorld(t)
	facts := make([]*Facts, len(trips))
	for i, r := range trips {
		var err error
		if facts[i], err = w.NewFacts(r); err != nil {
			t.Fatal(err)
		}
	}
	period := Days(time.Date(2026, 10, 1, 0, 0, 0, 0, vietnam), time.Date(2026, 11, 1, 0, 0, 0, 0, vietnam)) // the last trip may end on the next day
	doc := w.Build(Request{Kind: ByVehicle, Period: period, Language: English}, facts)
	table := doc.Tables[0]
	column := func(key string) int {
		for i, c := range table.Columns {
			if c.Key == key {
				return i
			}
		}
		t.Fatalf("no column %s", key)
		return 0
	}
	db := pointTable(t, trips)
	find := func(plate string) []Cell {
		for _, row := range table.Rows {
			if row[1].Text == plate {
				return row
			}
		}
		t.Fatalf("no row of %s", plate)
		return nil
	}
	rows, err := db.Query("SELECT vehicle, sum(m) FROM (SELECT trip, vehicle, max(m) AS m FROM p GROUP BY trip) GROUP BY vehicle")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var plate string
		var metres float64
		if err := rows.Scan(&plate, &metres); err != nil {
			t.Fatal(err)
		}
		if got := find(plate)[column("km")].Number; math.Abs(got-metres/1000) > 0.06 {
			t.Errorf("%s: %v km, %v by SQL", plate, got, metres/1000)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	all := 0.0
	rows, err = db.Query(excessSQL)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var plate string
		var n [4]float64
		var metres float64
		if err := rows.Scan(&plate, &n[0], &n[1], &n[2], &n[3], &metres); err != nil {
			t.Fatal(err)
		}
		row := find(plate)
		over := 0.0
		for i := range n {
			if got := row[column(fmt.Sprint("times_", i+1))].Number; got != n[i] {
				t.Errorf("%s, band %d: %v times, %v by SQL", plate, i+1, got, n[i])
			}
			over += row[column(fmt.Sprint("share_", i+1))].Number * row[column("km")].Number
			all += n[i]
		}
		if math.Abs(over-metres/1000) > 0.1+row[column("km")].Number*0.002 { // shares have three decimals
			t.Errorf("%s: %v km above the limit, %v by SQL", plate, over, metres/1000)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if all < 40 {
		t.Errorf("only %v excesses, the month is no test", all)
	}
	recountLines(t, w, db, facts, period)
	recountHours(t, w, db, facts, period)
	const stopSQL = `WITH o AS (SELECT *, CASE WHEN kmh = 0 AND lag(kmh) OVER w > 0 THEN 1 ELSE 0 END AS first FROM p WINDOW w AS (PARTITION BY trip ORDER BY t)),
	g AS (SELECT *, sum(first) OVER (PARTITION BY trip ORDER BY t) AS run FROM o WHERE kmh = 0)
	SELECT vehicle, count(*) FROM (SELECT DISTINCT trip, vehicle, run FROM g GROUP BY trip, run HAVING max(t) - min(t) >= 180) GROUP BY vehicle`
	rows, err = db.Query(stopSQL)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var plate string
		var n float64
		if err := rows.Scan(&plate, &n); err != nil {
			t.Fatal(err)
		}
		if got := find(plate)[column("stop_count")].Number; got != n {
			t.Errorf("%s: %v stops, %v by SQL", plate, got, n)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

// linesSQL lists the excesses of form B.2.2.
var linesSQL = strings.Replace(excessSQL[:strings.LastIndex(excessSQL, "SELECT vehicle")], "SELECT trip, vehicle, run,", "SELECT trip, vehicle, run, min(t) AS t,", 1) +
	"SELECT vehicle, t, round(lim + excess, 1) FROM x WHERE excess >= 5 ORDER BY t, vehicle"

// recountLines compares the lines of form B.2.2 with those by SQL.
func recountLines(t *testing.T, w *World, db *sql.DB, facts []*Facts, period Period) {
	t.Helper()
	var got, want []string
	for _, row := range w.Build(Request{Kind: OverLimit, Period: period, Language: English}, facts).Tables[0].Rows {
		got = append(got, fmt.Sprintf("%s %d %.1f", row[1].Text, row[5].Time.Unix(), row[6].Number))
	}
	rows, err := db.Query(linesSQL)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var plate string
		var at int64
		var average float64
		if err := rows.Scan(&plate, &at, &average); err != nil {
			t.Fatal(err)
		}
		want = append(want, fmt.Sprintf("%s %d %.1f", plate, at, average))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("B.2.2: %q, by SQL %q", got, want)
	}
}

// hoursSQL adds up the seconds of each day that do not belong to a stop of 3 minutes or more.
const hoursSQL = `
WITH o AS (SELECT *, lead(t) OVER w - t AS dt, CASE WHEN kmh = 0 AND lag(kmh) OVER w > 0 THEN 1 ELSE 0 END AS first FROM p WINDOW w AS (PARTITION BY trip ORDER BY t)),
g AS (SELECT *, CASE WHEN kmh = 0 THEN sum(first) OVER (PARTITION BY trip ORDER BY t) END AS run FROM o),
s AS (SELECT *, CASE WHEN run IS NOT NULL THEN count(*) OVER (PARTITION BY trip, run) ELSE 0 END AS n FROM g)
SELECT vehicle, (t + 7 * 3600) / 86400, sum(dt) FROM s WHERE dt IS NOT NULL AND n < 180 GROUP BY 1, 2`

// recountHours compares the driving hours of each day with those by SQL.
func recountHours(t *testing.T, w *World, db *sql.DB, facts []*Facts, period Period) {
	t.Helper()
	got := map[string]float64{}
	for _, row := range w.Build(Request{Kind: HourList, Period: period, Language: English}, facts).Tables[0].Rows {
		got[fmt.Sprint(row[3].Text, " ", (row[2].Time.Unix()+7*3600)/86400)] = row[4].Number
	}
	rows, err := db.Query(hoursSQL)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for ; rows.Next(); n++ {
		var plate string
		var day int64
		var seconds float64
		if err := rows.Scan(&plate, &day, &seconds); err != nil {
			t.Fatal(err)
		}
		key := fmt.Sprint(plate, " ", day)
		if math.Abs(got[key]-seconds) > 90 { // two trips, printed in minutes, and each stop may be a second longer
			t.Errorf("hours of %s: %v s, %v s by SQL", key, got[key], seconds)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if n != len(got) || n < 20 {
		t.Errorf("%d days, %d by SQL", len(got), n)
	}
}

// TestPartsAreEnough checks that each report of the facts that are made for it is that of all facts.
func TestPartsAreEnough(t *testing.T) {
	w, trips := madeWorld(t), madeMonth(3)
	for _, kind := range Kinds() {
		if kind.OfOneVehicle() {
			continue
		}
		var some, all []*Facts
		for _, r := range trips {
			a, err := w.newFacts(r, partsOf(kind))
			if err != nil {
				t.Fatal(err)
			}
			b, err := w.NewFacts(r)
			if err != nil {
				t.Fatal(err)
			}
			some, all = append(some, a), append(all, b)
		}
		request := Request{Kind: kind, Period: Days(monday.AddDate(0, 0, -5), monday.AddDate(0, 0, 20)), Language: English}
		if !reflect.DeepEqual(w.Build(request, some), w.Build(request, all)) {
			t.Errorf("%s lacks something", kind)
		}
	}
}
