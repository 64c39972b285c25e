// SPDX-License-Identifier: MIT

package match_test

import (
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
	"roadsnap/engine/trace"
)

// digests holds, for each match.Version, the digest of the results that
// TestVersionFollowsResults makes. Add a line with each new version.
var digests = map[string]string{
	"9":  "7999a8c1410deaf5",
	"11": "5c65d2233eda5909",
	"12": "d9985c737108dd79",
	"13": "d9985c737108dd79", // shifts are remembered longer
	"14": "d9985c737108dd79", // a trip may end with a part that was not driven
	"15": "d9985c737108dd79", // times pay for searches
	"16": "79e951f11246665e", // slow drives are no stops; shifts and jitter have other weights
	"17": "79e951f11246665e", // a parked vehicle that reports is no outage
	"18": "34862a5da0a26047", // over long steps, turns cost more and detours less
	"19": "5bf612dc4e268cec", // where a vehicle stands by its speeds, its receiver may drift
	"20": "5bf612dc4e268cec", // a turn at a junction costs no more than one on an edge
	"21": "159cfe8e325fe994", // a turn just before a junction is one at the junction
}

// TestVersionFollowsResults fails if results change and match.Version does not. The
// application keeps matches by that version, and would show the old ones. A short test
// accepts a version that is not listed yet.
func TestVersionFollowsResults(t *testing.T) {
	sum := fnv.New64a()
	for i := range corpus {
		b := &corpus[i]
		g, m := b.draw(t)
		for k, p := range paces {
			w := walker{m: m, every: p.every, sigma: p.sigma, random: rand.New(rand.NewPCG(1, uint64(k)))}
			obs := b.lose(m, clocked(w.along(b.trip), p.seconds), p)
			for _, v := range variants[:2] {
				fmt.Fprintln(sum, b.name, p, v.name)
				writeResult(sum, run(t, g, only(obs, v.time, v.accuracy), b.profile))
			}
		}
	}
	// A trip of several batches that is shifted against the map.
	m := roadtest.Draw(t, `
		A---------B---------C---------D---------E---------F---------G
		|         |         |         |         |         |         |
		|         |         |         |         |         |         |
		|         |         |         |         |         |         |
		a---------b---------c---------d---------e---------f---------g`,
		"A-B-C-D-E-F-G", "a-b-c-d-e-f-g", "A-a", "B-b", "C-c", "D-d", "E-e", "F-f", "G-g")
	obs := clocked(walk(m, 12, 4).along("ABbcCDdefFGg"), 1)
	for i := range obs {
		obs[i].Point = shift(obs[i].Point, 12, 0)
	}
	writeResult(sum, run(t, m.Graph, obs, match.MotorVehicle))
	streets := parkingStreets(t)
	_, obs = parked(streets, newDrift(45, 0.85, 1), 0)
	writeResult(sum, run(t, streets.Graph, obs, match.MotorVehicle))
	writeSample(t, sum)

	got := fmt.Sprintf("%016x", sum.Sum64())
	switch want, listed := digests[match.Version]; {
	case !listed && testing.Short():
		t.Skipf("version %s is not listed; its digest is %s", match.Version, got)
	case !listed:
		t.Errorf("version %s is not listed; add `%q: %q,` to digests", match.Version, match.Version, got)
	case got != want:
		t.Errorf("the results of version %s have changed (%s, were %s): raise match.Version, so that matches which "+
			"were kept are made again, and add a line with the new digest", match.Version, got, want)
	}
}

// writeSample writes the results of the sample trips on the sample map, also thinned to a
// fix every 10 and 60 s. The map has speed limits and classes.
func writeSample(t *testing.T, w io.Writer) {
	t.Helper()
	p, err := pack.OpenBytes(data.SampleName, data.SamplePack)
	if err != nil {
		t.Fatal(err)
	}
	g, err := road.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	m := newMatcher(t, g)
	names, err := fs.Glob(data.Trips(), "*.gpx")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d sample trips, %v", len(names), err)
	}
	for _, name := range names {
		f, err := data.Trips().Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		trips, err := trace.Read(t.Context(), f, name, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, every := range []float64{1, 10, 60} {
			for _, p := range match.Profiles() {
				writeResult(w, mustMatch(t, m, thin(trips[0].Observations, every), p))
			}
		}
	}
}

// writeResult writes what a user sees of a result, without confidences. Lengths are in
// whole metres, because machines differ by far less.
func writeResult(w io.Writer, r match.Result) {
	for i := range r.Points {
		p := &r.Points[i]
		fmt.Fprint(w, p.State, p.Reason, p.WayID, " ", math.Round(p.Distance), ";")
	}
	for i := range r.Legs {
		leg := &r.Legs[i]
		fmt.Fprint(w, leg.FirstIndex, "–", leg.LastIndex, ":")
		for _, way := range leg.Ways {
			fmt.Fprint(w, way.WayID, way.Forward, math.Round(way.Length), ",")
		}
	}
	fmt.Fprintln(w, r.Gaps, r.Warnings, math.Round(r.Distance.Inferred), math.Round(r.Distance.OffRoad))
}
