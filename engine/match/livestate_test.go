// SPDX-License-Identifier: MIT

package match_test

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// hostile returns observations of all kinds: of a drive, random places, repeated and
// invalid ones, with clocks that stand, jump and run backwards.
func hostile(random *rand.Rand, drive []match.Observation, n int) []match.Observation {
	obs := make([]match.Observation, 0, n)
	for len(obs) < n {
		run := 1 + random.IntN(40)
		start := random.IntN(len(drive))
		for k := range run {
			o := drive[(start+k)%len(drive)]
			switch random.IntN(60) {
			case 0:
				o.Point = geo.Point{Lat: math.NaN(), Lon: 500}
			case 1:
				o.Lat += random.NormFloat64()
			case 2:
				o.Time = time.Time{}
			case 3:
				o.Time = o.Time.Add(time.Duration(random.NormFloat64() * 1e15))
			case 4:
				o.Accuracy = []float64{-1, math.Inf(1), math.NaN(), 1e-9, 1e9}[random.IntN(5)]
			case 5:
				o.Heading, o.HasHeading = random.Float64()*720-360, true
			case 6:
				o.Speed, o.HasSpeed = random.NormFloat64()*100, true
			case 7:
				if len(obs) > 0 {
					o = obs[len(obs)-1]
				}
			}
			obs = append(obs, o)
		}
	}
	return obs[:n]
}

// TestLiveResumes ends a stream at every few observations and goes on from its state: the
// parts are the same to the last bit.
func TestLiveResumes(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		random := rand.New(rand.NewPCG(seed, 16))
		g, _ := roadtest.Build(t, roadtest.City(8, seed))
		m := newMatcher(t, g)
		drive := workingDay(g, seed, seed%2 == 1)
		obs := drive[:1200]
		if seed > 0 {
			obs = hostile(random, drive, 1200)
		}
		lag := match.Lag{Time: time.Duration(1+random.IntN(40)) * time.Second, Points: 1 + random.IntN(match.MaxLagPoints)}
		want, err := m.Live(match.MotorVehicle, lag)
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.Live(match.MotorVehicle, lag)
		if err != nil {
			t.Fatal(err)
		}
		most := 0
		for i, o := range obs {
			state, err := got.AppendState(nil, "map")
			if err != nil {
				t.Fatal(err)
			}
			most = max(most, len(state))
			if got, err = m.Resume(state, "map"); err != nil {
				t.Fatalf("seed %d, lag %v, before observation %d: %v", seed, lag, i, err)
			}
			a, err := want.Feed(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			b, err := got.Feed(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			if !same(a, b) {
				t.Fatalf("seed %d, lag %v, observation %d: after a restart the stream decides\n%+v, else\n%+v", seed, lag, i, b, a)
			}
		}
		a, err := want.Close(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		b, err := got.Close(context.Background())
		if err != nil || !same([]match.Part{a}, []match.Part{b}) {
			t.Errorf("seed %d, lag %v: the end differs: %v", seed, lag, err)
		}
		t.Logf("seed %d, lag %v: states of up to %d bytes", seed, lag, most)
		if most > 4000 {
			t.Errorf("seed %d: a state has %d bytes", seed, most)
		}
	}
}

// same compares parts; NaN positions of invalid observations are equal.
func same(a, b []match.Part) bool {
	for _, parts := range [][]match.Part{a, b} {
		for i := range parts {
			for k := range parts[i].Points {
				if p := &parts[i].Points[k]; p.Location != p.Location {
					p.Location = geo.Point{}
				}
			}
		}
	}
	return reflect.DeepEqual(a, b)
}

// TestStateIsSmall fills a stream with the most that it can hold.
func TestStateIsSmall(t *testing.T) {
	d := roadtest.Draw(t, "A--------------------B", "A-B")
	m := newMatcher(t, d.Graph)
	s, err := m.Live(match.MotorVehicle, match.Lag{Time: 1000 * time.Hour, Points: match.MaxLagPoints})
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for i := range 2000 {
		p := shift(d.Point('A'), float64(i%400), 5)
		if i%7 == 0 { // far away, again and again
			p = shift(p, 0, 3000+float64(i))
		}
		o := match.Observation{
			Point: p, Accuracy: 8 + math.Sin(float64(i)), HasHeading: true, Heading: 90 + math.Sin(float64(i)),
			HasSpeed: true, Speed: 9 + math.Sin(float64(i)),
			Time: departure.Add(time.Duration(i%3*1_000_000_007) + time.Duration(i)*1_000_000_007),
		}
		if _, err := s.Feed(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		state, err := s.AppendState(nil, "00112233445566778899aabbccddeeff")
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, len(state))
	}
	t.Logf("%d bytes", most)
	if most > 4000 {
		t.Errorf("a state has %d bytes", most)
	}
}

// someState returns the state of a stream in the middle of a trip.
func someState(tb testing.TB) (*match.Matcher, []byte) {
	tb.Helper()
	g, _ := roadtest.Build(tb, roadtest.City(6, 1))
	m := newMatcher(tb, g)
	s, err := m.Live(match.MotorVehicle, match.DefaultLag())
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := s.Feed(context.Background(), longTrip(g, 1)[:100]...); err != nil {
		tb.Fatal(err)
	}
	state, err := s.AppendState(nil, "map")
	if err != nil {
		tb.Fatal(err)
	}
	return m, state
}

func TestResumeRefuses(t *testing.T) {
	m, state := someState(t)
	if _, err := m.Resume(state, "map"); err != nil {
		t.Fatal(err)
	}
	for i := range state {
		damaged := append([]byte(nil), state...)
		damaged[i] ^= 0x10
		if _, err := m.Resume(damaged, "map"); !errors.Is(err, match.ErrState) {
			t.Fatalf("byte %d changed: %v", i, err)
		}
		if _, err := m.Resume(state[:i], "map"); !errors.Is(err, match.ErrState) {
			t.Fatalf("cut after %d bytes: %v", i, err)
		}
	}
	if _, err := m.Resume(state, "another map"); !errors.Is(err, match.ErrState) {
		t.Errorf("another map: %v", err)
	}
	g, _ := roadtest.Build(t, roadtest.City(6, 1))
	c := match.DefaultConfig()
	c.DefaultSigma = 20
	if _, err := configured(t, g, c).Resume(state, "map"); !errors.Is(err, match.ErrState) {
		t.Errorf("another configuration: %v", err)
	}
	batch, err := m.Stream(match.MotorVehicle)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := batch.AppendState(nil, "map"); !errors.Is(err, match.ErrState) {
		t.Errorf("a stream without a lag: %v", err)
	}
}

// FuzzResume changes a state and corrects its checksum. Whatever Resume accepts must be
// able to go on.
func FuzzResume(f *testing.F) {
	m, state := someState(f)
	f.Add(state[:len(state)-4])
	table := crc32.MakeTable(crc32.Castagnoli)
	d := departure
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := m.Resume(binary.LittleEndian.AppendUint32(b[:len(b):len(b)], crc32.Checksum(b, table)), "map")
		if err != nil {
			if !errors.Is(err, match.ErrState) {
				t.Fatal(err)
			}
			return
		}
		if again, err := s.AppendState(nil, "map"); err != nil || len(again) > 5000 {
			t.Fatalf("%d bytes, %v", len(again), err)
		}
		for i := range 3 {
			if _, err := s.Feed(context.Background(), match.Observation{Point: geo.Point{Lat: 10, Lon: 106}, Time: d.Add(time.Duration(i) * time.Hour)}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
	})
}

// TestLiveMutations is FuzzResume with random changes, in every run of the tests.
func TestLiveMutations(t *testing.T) {
	t.Parallel()
	m, state := someState(t)
	table := crc32.MakeTable(crc32.Castagnoli)
	random := rand.New(rand.NewPCG(5, 5))
	accepted := 0
	for range 3000 {
		b := append([]byte(nil), state[:len(state)-4]...)
		for range 1 + random.IntN(3) {
			b[5+random.IntN(len(b)-5)] = byte(random.Uint32())
		}
		s, err := m.Resume(binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, table)), "map")
		if err != nil {
			continue
		}
		accepted++
		if _, err := s.Feed(context.Background(), match.Observation{Point: geo.Point{Lat: 10, Lon: 106}, Time: departure.Add(time.Hour)}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of 3,000 changed states were accepted", accepted)
	if accepted == 0 {
		t.Error("no changed state was accepted: nothing was tried")
	}
}

// TestLiveMemory checks that a stream does not grow over 100,000 observations.
func TestLiveMemory(t *testing.T) {
	g, _ := roadtest.Build(t, roadtest.City(8, 1))
	m := newMatcher(t, g)
	drive := longTrip(g, 1)
	s, err := m.Live(match.MotorVehicle, match.DefaultLag())
	if err != nil {
		t.Fatal(err)
	}
	heap := func() uint64 {
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	var early uint64
	for i := range 100_000 {
		o := drive[i%len(drive)]
		o.Time = departure.Add(time.Duration(i) * time.Second)
		if _, err := s.Feed(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		if i == 10_000 {
			early = heap()
		}
	}
	late := heap()
	t.Logf("%d bytes after 10,000 observations, %d after 100,000", early, late)
	if late > early+1<<20 {
		t.Errorf("%d bytes after 10,000 observations, %d after 100,000", early, late)
	}
	runtime.KeepAlive(s)
}

// TestLiveVehicleMemory measures what a stream holds in addition to the shared memory
// of the searches.
func TestLiveVehicleMemory(t *testing.T) {
	g, _ := roadtest.Build(t, roadtest.City(6, 1))
	m := newMatcher(t, g)
	drive := longTrip(g, 1)
	heap := func() uint64 {
		runtime.GC()
		runtime.GC() // the pool of workspaces takes two
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	const vehicles = 500
	streams := make([]*match.Stream, vehicles)
	before := heap()
	for i := range streams {
		s, err := m.Live(match.MotorVehicle, match.Lag{Time: time.Hour, Points: match.MaxLagPoints})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Feed(context.Background(), drive[i:i+150]...); err != nil {
			t.Fatal(err)
		}
		streams[i] = s
	}
	each := (int64(heap()) - int64(before)) / vehicles
	t.Logf("%d bytes for each vehicle", each)
	if each > 16<<10 {
		t.Errorf("%d bytes for each vehicle, want at most 16 KiB", each)
	}
	runtime.KeepAlive(streams)
}
