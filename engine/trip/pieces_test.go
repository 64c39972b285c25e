// SPDX-License-Identifier: MIT

package trip_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/trip"
)

// piecesOf matches a recording, checks what holds of all pieces, and returns the metres and the
// time of each kind.
func piecesOf(t *testing.T, m *roadtest.Map, obs []match.Observation) (metres [5]float64, spans [5]time.Duration) {
	t.Helper()
	matcher, err := match.New(m.Graph, match.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	r, err := matcher.Match(context.Background(), obs, match.MotorVehicle)
	if err != nil {
		t.Fatal(err)
	}
	var last time.Time
	for i, p := range trip.Pieces(obs, r) {
		if p.Metres < 0 || p.From.IsZero() != p.To.IsZero() || p.To.Before(p.From) || p.Metres == 0 && !p.To.After(p.From) {
			t.Fatalf("piece %d is %+v", i, p)
		}
		if !p.From.IsZero() {
			if p.From.Before(last) {
				t.Fatalf("piece %d begins at %v, before %v", i, p.From, last)
			}
			last = p.To
		}
		metres[p.Kind] += p.Metres
		spans[p.Kind] += p.To.Sub(p.From)
	}
	d := r.Distance
	for _, c := range []struct {
		name       string
		have, want float64
	}{
		{"matched", metres[trip.PieceMeasured] + metres[trip.PieceDoubtful] + metres[trip.PieceInferred], d.Matched},
		{"inferred", metres[trip.PieceInferred], d.Inferred}, {"off road", metres[trip.PieceOffRoad], d.OffRoad},
	} {
		if math.Abs(c.have-c.want) > 1e-6*(1+c.want) {
			t.Fatalf("%s: %f m in pieces, %f m in the result", c.name, c.have, c.want)
		}
	}
	return metres, spans
}

func TestPieces(t *testing.T) {
	m := straight(t)
	whole := drive(m.Point('s'), m.Point('e'))
	length := geo.Distance(m.Point('s'), m.Point('e'))
	silent := func(from, to int, by time.Duration) []match.Observation {
		obs := append(drive(m.Point('s'), m.Point('e'))[:from:from], whole[to:]...)
		return later(obs, from, by)
	}
	between := func(i, j int) float64 { return geo.Distance(whole[i].Point, whole[j].Point) }
	gone := silent(20, 110, 2*time.Hour)
	bridged := silent(60, 120, time.Minute)
	field := drive(m.Point('C'), m.Point('D'), m.Point('E'), m.Point('F'))
	for _, c := range []struct {
		name    string
		obs     []match.Observation
		kind    trip.PieceKind
		metres  float64       // of that kind
		span    time.Duration // likewise
		untimed bool
	}{
		{"measured", whole, trip.PieceMeasured, length, whole[len(whole)-1].Time.Sub(whole[0].Time), false},
		{"without times", timeless(drive(m.Point('s'), m.Point('e'))), trip.PieceMeasured, length, 0, true},
		{"inferred", bridged, trip.PieceInferred, between(59, 120), bridged[60].Time.Sub(bridged[59].Time), false},
		{"a gap", gone, trip.PieceUnknown, between(19, 110), gone[20].Time.Sub(gone[19].Time), false},
		{"off the roads", field, trip.PieceOffRoad, geo.Distance(m.Point('D'), m.Point('E')), time.Duration(geo.Distance(m.Point('D'), m.Point('E'))/20) * time.Second, false},
	} {
		metres, spans := piecesOf(t, m, c.obs)
		if math.Abs(metres[c.kind]-c.metres) > 45 || (spans[c.kind]-c.span).Abs() > 3*time.Second {
			t.Errorf("%s: %.0f m in %v, want %.0f m in %v", c.name, metres[c.kind], spans[c.kind], c.metres, c.span)
		}
		all := time.Duration(0)
		for _, s := range spans {
			all += s
		}
		if want := c.obs[len(c.obs)-1].Time.Sub(c.obs[0].Time); !c.untimed && (all-want).Abs() > time.Second {
			t.Errorf("%s: pieces of %v in a trip of %v", c.name, all, want)
		}
	}
}

// TestPiecesInDoubt has a result in which two successive points may be on another road, and
// later a single one.
func TestPiecesInDoubt(t *testing.T) {
	obs := drive(geo.Point{Lat: 10, Lon: 106}, geo.Point{Lat: 10.0018, Lon: 106}) // 200 m
	r := match.Result{Legs: []match.Leg{{LastIndex: len(obs) - 1, Length: 200}}, Distance: match.Distances{Matched: 200}}
	for i, o := range obs {
		p := match.Point{Index: i, Location: o.Point, State: match.Matched, HasWay: true, Confidence: 0.9}
		if i == 3 || i == 4 || i == 5 || i == 8 {
			p.Confidence = 0.4
		}
		r.Points = append(r.Points, p)
		r.Legs[0].Shape, r.Legs[0].Times = append(r.Legs[0].Shape, o.Point), append(r.Legs[0].Times, o.Time)
	}
	for _, times := range []bool{true, false} {
		if !times {
			obs, r.Legs[0].Times = timeless(obs), nil
		}
		var metres [5]float64
		for _, p := range trip.Pieces(obs, r) {
			metres[p.Kind] += p.Metres
		}
		if want := 200 * 2 / float64(len(obs)-1); math.Abs(metres[trip.PieceDoubtful]-want) > 0.1 || math.Abs(metres[trip.PieceMeasured]-(200-want)) > 0.1 {
			t.Errorf("with times %t: %.1f m are in doubt and %.1f m are not; want %.1f m of 200 m", times, metres[trip.PieceDoubtful], metres[trip.PieceMeasured], want)
		}
	}
}

// TestPiecesOfRandomTrips checks what piecesOf checks.
func TestPiecesOfRandomTrips(t *testing.T) {
	m := straight(t)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	for range 150 {
		letters := []rune("AsteBCDEF")
		var points []geo.Point
		for range 2 + random.IntN(4) {
			points = append(points, m.Point(letters[random.IntN(len(letters))]))
		}
		obs := drive(points...)
		untimed := random.IntN(5) == 0
		for i := range obs {
			obs[i].Point = shift(obs[i].Point, 8*random.NormFloat64(), 8*random.NormFloat64())
			if i > 0 && random.IntN(20) == 0 {
				obs = later(obs, i, time.Duration(random.IntN(1000))*time.Second)
			}
			switch random.IntN(40) {
			case 0:
				obs[i].Time = time.Time{}
			case 1:
				obs[i].Time = obs[i].Time.Add(-time.Hour)
			case 2:
				obs[i].Lat = math.NaN()
			}
		}
		if untimed {
			obs = timeless(obs)
		}
		piecesOf(t, m, obs)
	}
}
