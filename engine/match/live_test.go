// SPDX-License-Identifier: MIT

package match_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// live runs a trip through a live stream, one observation at a time, and joins the parts.
func live(tb testing.TB, m *match.Matcher, obs []match.Observation, lag match.Lag) match.Result {
	tb.Helper()
	s, err := m.Live(match.MotorVehicle, lag)
	if err != nil {
		tb.Fatal(err)
	}
	result := match.Result{Profile: match.MotorVehicle}
	for _, o := range obs {
		parts, err := s.Feed(context.Background(), o)
		if err != nil {
			tb.Fatal(err)
		}
		for _, p := range parts {
			result.Add(p)
		}
	}
	part, err := s.Close(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	result.Add(part)
	return result
}

// agreement counts the points of two results that are on the same way within 5 m, or
// both off the roads.
func agreement(a, b match.Result) (same int) {
	for i, p := range a.Points {
		q := b.Points[i]
		if p.HasWay == q.HasWay && p.WayID == q.WayID && geo.Distance(p.Location, q.Location) <= 5 {
			same++
		}
	}
	return same
}

func thin(obs []match.Observation, seconds float64) (kept []match.Observation) {
	for _, o := range obs {
		if n := len(kept); n == 0 || o.Time.Sub(kept[n-1].Time).Seconds() >= seconds {
			kept = append(kept, o)
		}
	}
	return kept
}

// TestLiveIsTheWholeTrip compares live streams with the match of the whole trip on drawn
// towns.
func TestLiveIsTheWholeTrip(t *testing.T) {
	t.Parallel()
	points, agreed := 0, 0
	for seed := range uint64(6) {
		g, _ := roadtest.Build(t, roadtest.City(8, seed))
		m := newMatcher(t, g)
		obs := longTrip(g, seed)
		for i := range obs {
			obs[i].Accuracy = 6 // estimates of it may differ
		}
		want, err := m.Match(context.Background(), obs, match.MotorVehicle)
		if err != nil {
			t.Fatal(err)
		}
		got := live(t, m, obs, match.DefaultLag())
		checkResult(t, g, obs, got)
		points, agreed = points+len(obs), agreed+agreement(want, got)
	}
	t.Logf("%d of %d points agree", agreed, points)
	if agreed*100 < points*94 {
		t.Errorf("%d of %d points agree", agreed, points)
	}
}

// TestLiveOnRecordedTrips does so on recorded trips. At intervals beyond 5 s the lag is
// five points.
func TestLiveOnRecordedTrips(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob(filepath.Join(dataFolder(t), "kubicka", "*.truth"))
	if err != nil {
		t.Fatal(err)
	}
	step, all := 8, os.Getenv("ROADSNAP_ALL_TRACKS") != "" // every eighth track
	if all {
		step = 1
	}
	intervals := []struct {
		seconds float64
		lag     match.Lag
		least   float64 // per cent of the points of every eighth track
		ofAll   float64 // and of all tracks
	}{
		{1, match.DefaultLag(), 89.5, 86.5},
		{5, match.DefaultLag(), 91, 84.5},
		{15, match.Lag{Time: time.Hour, Points: 5}, 89, 87},
		{30, match.Lag{Time: time.Hour, Points: 5}, 91, 91},
		{60, match.Lag{Time: time.Hour, Points: 5}, 97, 92.5},
		{120, match.Lag{Time: time.Hour, Points: 5}, 94, 93},
	}
	points, agreed := make([]int, len(intervals)), make([]int, len(intervals))
	for k := 0; k < len(names); k += step {
		g, track := recorded(t, strings.TrimSuffix(filepath.Base(names[k]), ".truth"))
		m := newMatcher(t, g)
		for i, v := range intervals {
			obs := thin(track, v.seconds)
			want, err := m.Match(context.Background(), obs, match.MotorVehicle)
			if err != nil {
				t.Fatal(err)
			}
			points[i] += len(obs)
			agreed[i] += agreement(want, live(t, m, obs, v.lag))
		}
	}
	for i, v := range intervals {
		share := 100 * float64(agreed[i]) / float64(points[i])
		t.Logf("%3.0f s: %.2f %% of %d points agree", v.seconds, share, points[i])
		least := v.least
		if all {
			least = v.ofAll
		}
		if share < least {
			t.Errorf("%.0f s: %.2f %% of %d points agree, want %.1f %%", v.seconds, share, points[i], least)
		}
	}
}

// TestLiveLag checks that no observation waits longer than the lag, whatever comes, and that
// the parts follow each other without a gap.
func TestLiveLag(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 61))
		g, _ := roadtest.Build(t, roadtest.City(6, seed))
		m := newMatcher(t, g)
		obs := hostile(random, workingDay(g, seed, seed%2 == 1), 1500)
		lag := match.Lag{Time: time.Duration(1+random.IntN(60)) * time.Second, Points: 1 + random.IntN(match.MaxLagPoints)}
		s, err := m.Live(match.MotorVehicle, lag)
		if err != nil {
			t.Fatal(err)
		}
		var joined match.Result
		decided := 0
		take := func(parts []match.Part) {
			for _, p := range parts {
				joined.Add(p)
				if len(p.Along) != len(p.Points) {
					t.Fatalf("seed %d: %d distances along for %d points", seed, len(p.Along), len(p.Points))
				}
				for _, x := range p.Points {
					if x.Index != decided {
						t.Fatalf("seed %d: point %d follows %d decided ones", seed, x.Index, decided)
					}
					decided++
				}
			}
		}
		for i, o := range obs {
			parts, err := s.Feed(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			take(parts)
			if waiting := i + 1 - decided; waiting > lag.Points {
				t.Fatalf("seed %d: %d observations wait, the lag is %d", seed, waiting, lag.Points)
			}
			for k := decided; k <= i; k++ {
				if old := o.Time.Sub(obs[k].Time); !o.Time.IsZero() && !obs[k].Time.IsZero() && old >= lag.Time {
					t.Fatalf("seed %d: observation %d waits for %v, the lag is %v", seed, k, old, lag.Time)
				}
			}
			if i%100 == 50 && !o.Time.IsZero() {
				if parts, err = s.Tick(context.Background(), o.Time.Add(lag.Time)); err != nil {
					t.Fatal(err)
				}
				take(parts)
				for k := decided; k <= i; k++ {
					if !obs[k].Time.IsZero() && !obs[k].Time.After(o.Time) {
						t.Fatalf("seed %d: observation %d waits after a tick", seed, k)
					}
				}
			}
		}
		part, err := s.Close(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		take([]match.Part{part})
		if decided != len(obs) {
			t.Errorf("seed %d: %d of %d observations are decided", seed, decided, len(obs))
		}
		checkResult(t, g, obs, joined)
	}
}

// TestLiveDistance checks the distance along the leg over many parts, and over a gap.
func TestLiveDistance(t *testing.T) {
	t.Parallel()
	d := roadtest.Draw(t, "A--------------------B", "A-B")
	s, err := newMatcher(t, d.Graph).Live(match.Car, match.Lag{Time: 5 * time.Second, Points: 20})
	if err != nil {
		t.Fatal(err)
	}
	var gaps []match.Gap
	for i := range 360 {
		second := i
		if i >= 180 { // two hours later, back at the beginning
			second += 7200
		}
		x := 20 + 8*float64(i%180)
		o := match.Observation{Point: shift(d.Point('A'), x, 3), Accuracy: 5, Time: departure.Add(time.Duration(second) * time.Second)}
		parts, err := s.Feed(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range parts {
			gaps = append(gaps, p.Gaps...)
			for k, q := range p.Points {
				most := 5.0
				if q.Index%180 == 179 {
					most = 10 // less than 2σ from the last step, whose place it gets
				}
				if want := 8 * float64(q.Index%180); math.Abs(p.Along[k]-want) > most {
					t.Errorf("point %d is %.0f m along its leg, want %.0f", q.Index, p.Along[k], want)
				}
			}
		}
	}
	if len(gaps) != 1 || gaps[0].Cause != match.GapOutage || gaps[0].FirstIndex != 179 || gaps[0].LastIndex != 180 {
		t.Errorf("gaps %+v", gaps)
	}
}

func TestLagIsChecked(t *testing.T) {
	m := newMatcher(t, roadtest.Draw(t, "A-B", "A-B").Graph)
	for _, lag := range []match.Lag{{}, {Time: time.Second}, {Points: 5}, {Time: time.Minute, Points: match.MaxLagPoints + 1}} {
		if _, err := m.Live(match.Car, lag); !errors.Is(err, match.ErrConfig) {
			t.Errorf("lag %v: %v", lag, err)
		}
	}
	if _, err := m.Live(match.Profile(99), match.DefaultLag()); !errors.Is(err, match.ErrProfile) {
		t.Errorf("unknown profile: %v", err)
	}
}
