// SPDX-License-Identifier: MIT

package workspace

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// childVariable names the workspace that the test's own program fills until it is killed.
const childVariable = "ROADSNAP_TEST_WORKSPACE"

// roundsVariable is how many trips it adds; without it, trips until it is killed.
const roundsVariable = "ROADSNAP_TEST_ROUNDS"

func TestMain(m *testing.M) {
	if path := os.Getenv(childVariable); path != "" {
		rounds, err := strconv.Atoi(os.Getenv(roundsVariable))
		if err != nil {
			rounds = math.MaxInt
		}
		if err := fill(path, rounds); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fill adds trips with matches and notes, and splits each third one. It prints the ID of each
// trip after that, and the negative ID of each trip that it has split.
func fill(path string, rounds int) (err error) {
	ctx := context.Background()
	w, err := Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	for i := range rounds {
		vehicle := fmt.Sprint(os.Getpid())
		added, err := w.Add(ctx, "file", ContentOf(fmt.Append(nil, vehicle, i)), []trace.Trip{drive(vehicle, i, 300)})
		if err != nil {
			return err
		}
		id := added[0].ID
		note := vehicle
		if err := w.Edit(ctx, Edit{Note: &note}, id); err != nil {
			return err
		}
		ids := []ID{id}
		if i%3 == 0 {
			whole := drive(vehicle, i, 300)
			parts, err := w.Replace(ctx, ids, []trace.Trip{piece(whole, 0, 100), piece(whole, 100, 300)})
			if err != nil {
				return err
			}
			fmt.Println(-id)
			ids = []ID{parts[0].ID, parts[1].ID}
		}
		for _, id := range ids {
			if err := w.SetMatch(ctx, id, MatchKey{Map: "m"}, NewMatch{Result: match.Result{Points: make([]match.Point, 300)}}); err != nil {
				return err
			}
			fmt.Println(id)
		}
	}
	return nil
}

// TestProcesses fills a workspace from three programs at once, of which one has it open all
// the time, as the app. None is refused, and each change is there.
func TestProcesses(t *testing.T) {
	const rounds = 15
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "trips.db")
	w := openAt(t, path)
	children := make([]*exec.Cmd, 2)
	for i := range children {
		child := exec.Command(program, "-test.run=^$")
		child.Env = append(os.Environ(), childVariable+"="+path, fmt.Sprint(roundsVariable, "=", rounds))
		child.Stderr = os.Stderr
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		children[i] = child
	}
	for i := range rounds {
		id := add(t, w, fmt.Sprint("own", i), drive("own", i, 300))[0].ID
		note := "own"
		if err := w.Edit(t.Context(), Edit{Note: &note}, id); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Trips(t.Context(), ListOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, child := range children {
		if err := child.Wait(); err != nil {
			t.Error(err)
		}
	}
	list, err := w.Trips(t.Context(), ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	points := map[string]int{}
	for _, trip := range list {
		if points[trip.Vehicle] += trip.Points; trip.Note != trip.Vehicle {
			t.Errorf("trip %d of %s has the note %q", trip.ID, trip.Vehicle, trip.Note)
		}
	}
	for vehicle, n := range points {
		if n != rounds*300 {
			t.Errorf("%s has %d points, want %d", vehicle, n, rounds*300)
		}
	}
	if err := w.Check(t.Context()); err != nil || len(points) != 3 {
		t.Errorf("%d vehicles, %v", len(points), err)
	}
}

// TestKill kills a program that fills a workspace, again and again: soon after it began, or
// soon after it has confirmed some of its changes. Everything that was confirmed is there,
// and the database is sound.
func TestKill(t *testing.T) {
	kills := 200
	if testing.Short() {
		kills = 10
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	path := filepath.Join(t.TempDir(), "trips.db")
	confirmed := map[ID]bool{}
	for n := range kills {
		child := exec.Command(program, "-test.run=^$")
		child.Env = append(os.Environ(), childVariable+"="+path)
		child.Stderr = os.Stderr
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		var timer *time.Timer
		killSoon := func() {
			timer = time.AfterFunc(time.Duration(random.Int64N(int64(30*time.Millisecond))), func() { child.Process.Kill() })
		}
		wait := n % 5 // confirmed changes
		if wait == 0 {
			killSoon()
		}
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if wait--; wait == 0 {
				killSoon()
			}
			if id, err := strconv.ParseInt(lines.Text(), 10, 64); err == nil {
				confirmed[ID(id)] = true
			}
		}
		child.Wait() // killed
		if timer != nil {
			timer.Stop()
		}
	}
	w := openAt(t, path)
	if err := w.Check(t.Context()); err != nil || w.Aside != "" {
		t.Fatalf("%v, renamed to %q", err, w.Aside)
	}
	list, err := w.Trips(t.Context(), ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d kills, %d trips confirmed, %d there", kills, len(confirmed), len(list))
	if len(confirmed) == 0 {
		t.Error("no child has added a trip")
	}
	points := map[string]int{}
	for _, trip := range list {
		if confirmed[trip.ID] && trip.Note != trip.Vehicle {
			t.Errorf("the note of trip %d is lost", trip.ID)
		}
		if _, ok, err := w.Match(t.Context(), trip.ID, MatchKey{Map: "m"}); confirmed[trip.ID] && (!ok || err != nil) {
			t.Errorf("the match of trip %d is lost: %v", trip.ID, err)
		}
		if r, err := w.Recording(t.Context(), trip.ID); err != nil || len(r.Observations) != trip.Points {
			t.Errorf("trip %d has %d points, %v", trip.ID, len(r.Observations), err)
		}
		if points[trip.Vehicle] += trip.Points; confirmed[-trip.ID] {
			t.Errorf("trip %d was split and is listed", trip.ID)
		}
		delete(confirmed, trip.ID)
	}
	for vehicle, n := range points {
		if n%300 != 0 {
			t.Errorf("vehicle %s has %d points: a trip is there in part", vehicle, n)
		}
	}
	split := 0
	for id := range confirmed {
		if id > 0 {
			t.Errorf("trip %d is lost", id)
		} else {
			split++
		}
	}
	if split == 0 {
		t.Error("no child has split a trip")
	}
}
