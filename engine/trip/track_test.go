// SPDX-License-Identifier: MIT

package trip_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/trip"
)

// straight is a road of two segments with a ferry in its middle.
func straight(t *testing.T) *roadtest.Map {
	t.Helper()
	return roadtest.Draw(t, `
		A-s-----------t--------------e-B
		C-----D                 E-----F`, "A-s-t-e-B", "C-D", "E-F")
}

// track matches a recording and returns its track.
func track(t *testing.T, m *roadtest.Map, obs []match.Observation) (*trip.Track, match.Result) {
	t.Helper()
	matcher, err := match.New(m.Graph, match.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	result, err := matcher.Match(context.Background(), obs, match.MotorVehicle)
	if err != nil {
		t.Fatal(err)
	}
	return trip.NewTrack(obs, result), result
}

func place(t *testing.T, tr *trip.Track, at time.Time) trip.Place {
	t.Helper()
	p, ok := tr.At(at)
	if !ok {
		t.Fatal("the track is empty")
	}
	return p
}

func TestTrackFollowsTheRoute(t *testing.T) {
	m := straight(t)
	obs := drive(m.Point('s'), m.Point('e'))
	tr, result := track(t, m, obs)
	if len(tr.Samples) != len(obs) || math.Abs(tr.Length()-result.Distance.Matched) > 0.5 {
		t.Fatalf("%d samples, %.1f m; want %d, %.1f m", len(tr.Samples), tr.Length(), len(obs), result.Distance.Matched)
	}
	for i, s := range tr.Samples {
		p := place(t, tr, s.Time)
		if d := geo.Distance(p.Point, result.Points[i].Location); d > 0.5 || !p.Known {
			t.Errorf("at observation %d the vehicle is %.2f m from its place", i, d)
		}
		if i > 4 && i < len(obs)-5 && math.Abs(s.Speed-20) > 1 {
			t.Errorf("at observation %d the speed is %.1f m/s, want 20", i, s.Speed)
		}
	}
	halfway := place(t, tr, obs[10].Time.Add(500*time.Millisecond))
	if want := geo.Lerp(obs[10].Point, obs[11].Point, 0.5); geo.Distance(halfway.Point, want) > 1 {
		t.Errorf("between two observations the vehicle is at %v, want %v", halfway.Point, want)
	}
	if math.Abs(halfway.Heading-90) > 1 {
		t.Errorf("it heads %.0f°, want 90°", halfway.Heading)
	}
	if at := tr.TimeOf(halfway.Along); at.Sub(obs[10].Time.Add(500*time.Millisecond)).Abs() > 20*time.Millisecond {
		t.Errorf("it was there at %v", at)
	}
}

func TestTrackStandsWhereTheVehicleStood(t *testing.T) {
	m := straight(t)
	way := drive(m.Point('s'), m.Point('t'))
	k := len(way) / 2
	stood := way[k]
	obs := later(way, k+1, 5*time.Minute)
	for i := range 14 { // every 20 s at the place
		o := stood
		o.Time = o.Time.Add(time.Duration(i+1) * 20 * time.Second)
		obs = append(obs[:k+1+i], append([]match.Observation{o}, obs[k+1+i:]...)...)
	}
	tr, _ := track(t, m, obs)
	for after := time.Second; after < 4*time.Minute; after += 7 * time.Second {
		if d := geo.Distance(place(t, tr, stood.Time.Add(after)).Point, stood.Point); d > 3 {
			t.Fatalf("%v after it stopped it is %.1f m away", after, d)
		}
	}
	whole := tr.Stretch(tr.Start(), tr.End())
	if stopped := whole.Time - whole.Moving; stopped < 4*time.Minute || stopped > 6*time.Minute {
		t.Errorf("it moved for %v of %v", whole.Moving, whole.Time)
	}
}

func TestTrackOfAnOutageHasNoLength(t *testing.T) {
	m := straight(t)
	obs := drive(m.Point('s'), m.Point('e'))
	obs = append(obs[:20:20], obs[110:]...)
	obs = later(obs, 20, 2*time.Hour)
	tr, result := track(t, m, obs)
	if len(result.Gaps) != 1 || math.Abs(tr.Length()-result.Distance.Matched) > 0.5 {
		t.Fatalf("%.0f m with gaps %+v, want %.0f m", tr.Length(), result.Gaps, result.Distance.Matched)
	}
	if p := place(t, tr, obs[19].Time.Add(time.Hour)); p.Known {
		t.Errorf("in the outage the place is known: %+v", p)
	}
	if s := tr.Samples[20]; !s.Gap || s.Speed > 30 {
		t.Errorf("the sample after it is %+v", s)
	}
	if lines := tr.Trail(tr.Start(), tr.End()); len(lines) != 2 {
		t.Errorf("the trail has %d parts", len(lines))
	}
}

// TestTrackOfAnInferredPart leaves out the observations of a part that the matcher bridges. The
// speed before and after it is measured on its own side.
func TestTrackOfAnInferredPart(t *testing.T) {
	m := straight(t)
	all := drive(m.Point('s'), m.Point('e'))
	obs := append(all[:60:60], all[120:]...)
	obs = later(obs, 60, time.Minute)
	tr, result := track(t, m, obs)
	if len(result.Legs) != 1 || len(result.Legs[0].Inferred) != 1 || len(tr.Samples) != len(obs) {
		t.Fatalf("%d legs with %+v, %d samples", len(result.Legs), result.Legs[0].Inferred, len(tr.Samples))
	}
	for i, s := range tr.Samples {
		if s.Inferred != (i == 60) || s.Gap {
			t.Errorf("sample %d is %+v", i, s)
		}
		if (i == 58 || i == 62) && math.Abs(s.Speed-20) > 1 {
			t.Errorf("the speed at sample %d is %.1f m/s, want 20", i, s.Speed)
		}
	}
}

func TestTrackOffRoadIsStraight(t *testing.T) {
	m := straight(t)
	obs := drive(m.Point('C'), m.Point('D'), m.Point('E'), m.Point('F'))
	tr, result := track(t, m, obs)
	if want := result.Distance.Matched + result.Distance.OffRoad; math.Abs(tr.Length()-want) > 0.02*want {
		t.Errorf("the track has %.0f m, want %.0f m", tr.Length(), want)
	}
	if lines := tr.Trail(tr.Start(), tr.End()); len(lines) != 1 {
		t.Errorf("the trail has %d parts", len(lines))
	}
}

func TestTrackWithoutTimesIsEmpty(t *testing.T) {
	m := straight(t)
	for _, obs := range [][]match.Observation{nil, timeless(drive(m.Point('s'), m.Point('e')))} {
		tr, _ := track(t, m, obs)
		if _, ok := tr.At(departure); ok || !tr.Empty() || tr.Length() != 0 || tr.Trail(departure, departure.Add(time.Hour)) != nil ||
			tr.Stretch(departure, departure.Add(time.Hour)) != (trip.Stretch{}) || !tr.Start().IsZero() || !tr.End().IsZero() || tr.SampleAt(departure) != 0 {
			t.Errorf("the track of %d observations is %+v", len(obs), tr)
		}
	}
}

// TestTrackOfRandomTrips checks that no track goes back in time or distance, and that each
// is where its trip was matched.
func TestTrackOfRandomTrips(t *testing.T) {
	m := straight(t)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	samples, away := 0, 0
	for n := range 200 {
		letters := []rune("AsteBCDEF")
		var points []geo.Point
		for range 2 + random.IntN(4) {
			points = append(points, m.Point(letters[random.IntN(len(letters))]))
		}
		obs := drive(points...)
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
		if !slices.ContainsFunc(obs, func(o match.Observation) bool { return o.Valid() && !o.Time.IsZero() }) {
			continue // there is no place at any time
		}
		tr, result := track(t, m, obs)
		along := -1.0
		for at := tr.Start(); !at.After(tr.End()); at = at.Add(3 * time.Second) {
			p := place(t, tr, at)
			if p.Along < along-1e-6 || !p.Point.Valid() {
				t.Fatalf("trip %d goes from %.1f m to %+v", n, along, p)
			}
			along = p.Along
		}
		for i, s := range tr.Samples {
			if i > 0 && s.Time.Before(tr.Samples[i-1].Time) {
				t.Fatalf("trip %d: sample %d is before the one before it", n, i)
			}
			// Observations of the same moment may be at several places.
			here := result.Points[s.Index].Location
			d := min(geo.Distance(place(t, tr, s.Time).Point, here), geo.Distance(place(t, tr, s.Time.Add(-time.Millisecond)).Point, here))
			if samples++; d > 1 {
				away++
				t.Logf("trip %d: at observation %d the vehicle is %.1f m from its place", n, s.Index, d)
			}
		}
	}
	// An observation that the search skipped can lie behind the one before it. The vehicle
	// does not drive back for it.
	if 5000*away > samples {
		t.Errorf("at %d of %d observations the vehicle is elsewhere", away, samples)
	}
}

func BenchmarkNewTrack(b *testing.B) {
	obs := make([]match.Observation, 50_000)
	var result match.Result
	leg := match.Leg{LastIndex: len(obs) - 1}
	for i := range obs {
		obs[i] = match.Observation{Point: geo.Point{Lat: 10.7 + 1e-4*float64(i), Lon: 106.7}, Time: departure.Add(time.Duration(i) * time.Second)}
		result.Points = append(result.Points, match.Point{Index: i, Location: obs[i].Point, State: match.Matched})
		leg.Shape, leg.Times = append(leg.Shape, obs[i].Point), append(leg.Times, obs[i].Time)
	}
	result.Legs = []match.Leg{leg}
	b.ReportAllocs()
	for b.Loop() {
		trip.NewTrack(obs, result)
	}
}

func ExampleTrack() {
	at := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	recording := []match.Observation{
		{Point: geo.Point{Lat: 10.70, Lon: 106.7}, Time: at},
		{Point: geo.Point{Lat: 10.71, Lon: 106.7}, Time: at.Add(time.Minute)},
	}
	var result match.Result // of the recording, from the matcher
	for i, o := range recording {
		result.Points = append(result.Points, match.Point{Index: i, Location: o.Point, State: match.Matched})
	}
	result.Legs = []match.Leg{{
		LastIndex: 1, Shape: []geo.Point{recording[0].Point, recording[1].Point}, Times: []time.Time{recording[0].Time, recording[1].Time},
	}}
	track := trip.NewTrack(recording, result)
	place, _ := track.At(at.Add(30 * time.Second))
	fmt.Printf("%.3f, %.3f after %.0f m\n", place.Point.Lat, place.Point.Lon, place.Along)
	// Output:
	// 10.705, 106.700 after 556 m
}
