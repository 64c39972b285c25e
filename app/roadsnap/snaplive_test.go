// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/app/live"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// cityDrive returns the points of a sample trip, a second apart.
func cityDrive(t *testing.T) []match.Observation {
	t.Helper()
	for _, path := range samples(t) {
		if filepath.Base(path) != "city.gpx" {
			continue
		}
		trips, err := trace.ReadFile(t.Context(), path, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return trips[0].Observations
	}
	t.Fatal("there is no city.gpx")
	return nil
}

func csvLine(o match.Observation) string {
	return fmt.Sprintf("%s,%.7f,%.7f\n", o.Time.Format(time.RFC3339), o.Lat, o.Lon)
}

// readLive decodes the lines of a live output.
func readLive(t *testing.T, out string) (points []live.Point) {
	t.Helper()
	for line := range strings.Lines(out) {
		var p live.Point
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		points = append(points, p)
	}
	return points
}

// TestSnapLiveKeepsThePipeOpen writes points into a pipe that stays open, and reads the
// answers meanwhile. When no more points come, the clock decides the rest.
func TestSnapLiveKeepsThePipeOpen(t *testing.T) {
	drive := cityDrive(t)[:100]
	synctest.Test(t, func(t *testing.T) {
		in, feed := io.Pipe()
		answers, out := io.Pipe()
		var errOut bytes.Buffer
		ended := make(chan int, 1)
		go func() {
			code := run(t.Context(), []string{"snap", "--live", "--lag", "10s", "-"}, streams{in: in, out: out, err: &errOut})
			_ = out.Close()
			ended <- code
		}()
		decided := make(chan live.Point, len(drive))
		go func() {
			defer close(decided)
			for lines := bufio.NewScanner(answers); lines.Scan(); {
				var p live.Point
				if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
					t.Errorf("%q: %v", lines.Text(), err)
				}
				decided <- p
			}
		}()
		_, _ = io.WriteString(feed, "time,lat,lon\n")
		next := 0
		take := func() {
			synctest.Wait()
			for len(decided) > 0 {
				if p := <-decided; p.Index != next {
					t.Fatalf("point %d after %d decided ones", p.Index, next)
				}
				next++
			}
		}
		for i, o := range drive {
			_, _ = io.WriteString(feed, csvLine(o))
			if take(); i+1-next > 10 {
				t.Fatalf("after %d points, a second apart, %d are decided", i+1, next)
			}
		}
		if next == len(drive) {
			t.Error("all points are decided before the lag")
		}
		time.Sleep(12 * time.Second) // of the clock of the bubble
		if take(); next != len(drive) {
			t.Errorf("12 s later, %d of %d points are decided", next, len(drive))
		}
		_ = feed.Close()
		if code := <-ended; code != exitOK || errOut.Len() > 0 {
			t.Errorf("exit code %d: %s", code, errOut.String())
		}
		take()
		if next != len(drive) {
			t.Errorf("%d points of %d", next, len(drive))
		}
	})
}

// TestSnapLiveIsWhatSnapSays compares the points of a feed of two vehicles with those of snap.
func TestSnapLiveIsWhatSnapSays(t *testing.T) {
	const seed = 3
	random := rand.New(rand.NewPCG(seed, 1))
	drives := map[string][]match.Observation{"A": cityDrive(t), "B": cityDrive(t)[200:]}
	next := map[string]int{}
	var lines strings.Builder
	for next["A"]+next["B"] < len(drives["A"])+len(drives["B"]) {
		id := []string{"A", "B"}[random.IntN(2)]
		if next[id] == len(drives[id]) {
			continue
		}
		o := drives[id][next[id]]
		next[id]++
		fmt.Fprintf(&lines, `{"vehicle":%q,"time":%q,"lat":%v,"lon":%v}`+"\n", id, o.Time.Format(time.RFC3339), o.Lat, o.Lon)
	}
	got := roadsnap(t, lines.String(), "snap", "--live", "-")
	if got.code != exitOK || got.err != "" {
		t.Fatalf("exit code %d: %s", got.code, got.err)
	}
	counts, same := map[string]int{}, 0
	var whole bytes.Buffer
	for id, drive := range drives {
		fmt.Fprint(&whole, "time,lat,lon,vehicle\n")
		for _, o := range drive {
			fmt.Fprint(&whole, strings.TrimSuffix(csvLine(o), "\n"), ",", id, "\n")
		}
		var trip trace.JSONTrip
		if err := json.Unmarshal([]byte(roadsnap(t, whole.String(), "snap", "-").out), &trip); err != nil {
			t.Fatal(err)
		}
		whole.Reset()
		for _, p := range readLive(t, got.out) {
			if p.TripID != id {
				continue
			}
			if p.Index != counts[id] {
				t.Fatalf("seed %d: %s: point %d after %d", seed, id, p.Index, counts[id])
			}
			counts[id]++
			q := trip.Points[p.Index]
			if p.Time == nil || q.Time == nil || *p.Time != *q.Time {
				t.Fatalf("seed %d: %s: the times of point %d differ", seed, id, p.Index)
			}
			if p.WayID != nil && q.WayID != nil && *p.WayID == *q.WayID {
				same++
			}
		}
		if counts[id] != len(drive) {
			t.Errorf("seed %d: %s: %d points of %d", seed, id, counts[id], len(drive))
		}
	}
	if all := counts["A"] + counts["B"]; same*100 < all*97 {
		t.Errorf("seed %d: %d of %d points are on the same way", seed, same, all)
	}
}

// TestSnapLiveFaults checks what a feed with faults says, and what of it is written.
func TestSnapLiveFaults(t *testing.T) {
	var lines strings.Builder
	for _, o := range cityDrive(t)[:5] {
		lines.WriteString(csvLine(o))
	}
	good := "time,lat,lon\n" + lines.String()
	for _, tt := range []struct {
		name, in string
		args     []string
		code     int
		points   int
		says     string
	}{
		{name: "good", in: good, code: exitOK, points: 5},
		{name: "no line end", in: strings.TrimSuffix(good, "\n"), code: exitOK, points: 5},
		{name: "a bad line", in: good + "2025-03-04T07:16:00Z,here,1.5\n", code: exitPartly, points: 5, says: "standard input:7"},
		{name: "strict", in: good + "2025-03-04T07:16:00Z,here,1.5\n", args: []string{"--strict"}, code: exitFailed, points: 5, says: "standard input:7"},
		{name: "empty", code: exitFailed, says: "no points"},
		{name: "a long line", in: "lat,lon\n" + strings.Repeat("x", mostLine+1), code: exitFailed, says: "line 2 has more than 1048576 bytes; write"},
		{name: "a lag too short", in: good, args: []string{"--lag", "1ms"}, code: exitUsage, says: "must be a second or more"},
		{name: "another format", in: good, args: []string{"--format", "csv"}, code: exitUsage, says: "leave --out and --format out"},
		{name: "two files", in: good, args: []string{"-"}, code: exitUsage, says: "one file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := roadsnap(t, tt.in, append([]string{"snap", "--live", "-"}, tt.args...)...)
			if got.code != tt.code || !strings.Contains(got.err, tt.says) || tt.says == "" && got.err != "" {
				t.Errorf("exit code %d, want %d: %q", got.code, tt.code, got.err)
			}
			if n := len(readLive(t, got.out)); n != tt.points {
				t.Errorf("%d points, want %d", n, tt.points)
			}
		})
	}
	if got := roadsnap(t, good, "snap", "--lag", "5s", "-"); got.code != exitUsage || !strings.Contains(got.err, "need --live") {
		t.Errorf("--lag without --live: exit code %d: %q", got.code, got.err)
	}
	path := filepath.Join(t.TempDir(), "feed.csv")
	if err := os.WriteFile(path, []byte(good), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := roadsnap(t, "", "snap", "--live", path); got.code != exitOK || !strings.Contains(got.out, `"trip_id":"feed"`) {
		t.Errorf("a file: exit code %d: %q, %q", got.code, got.out, got.err)
	}
	if code := run(t.Context(), []string{"snap", "--live", path}, streams{out: fullDisk{}, err: io.Discard}); code != exitFailed {
		t.Errorf("a full disk: exit code %d", code)
	}
}

// TestSnapLiveInterrupted checks that an interrupt decides the points that wait.
func TestSnapLiveInterrupted(t *testing.T) {
	drive := cityDrive(t)[:20]
	synctest.Test(t, func(t *testing.T) {
		in, feed := io.Pipe()
		var out, errOut bytes.Buffer
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan int, 1)
		go func() { ended <- run(ctx, []string{"snap", "--live", "-"}, streams{in: in, out: &out, err: &errOut}) }()
		_, _ = io.WriteString(feed, "time,lat,lon\n")
		for _, o := range drive {
			_, _ = io.WriteString(feed, csvLine(o))
		}
		synctest.Wait()
		cancel()
		if code := <-ended; code != exitInterrupted {
			t.Errorf("exit code %d: %s", code, errOut.String())
		}
		_ = feed.Close()
		if n := len(readLive(t, out.String())); n != len(drive) {
			t.Errorf("%d points of %d", n, len(drive))
		}
	})
}
