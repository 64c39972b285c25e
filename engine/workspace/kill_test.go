// SPDX-License-Identifier: MIT

package workspace

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// childVariable names the workspace that the test's own program fills until it is killed.
const childVariable = "ROADSNAP_TEST_WORKSPACE"

func TestMain(m *testing.M) {
	if path := os.Getenv(childVariable); path != "" {
		fmt.Fprintln(os.Stderr, fill(path))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// fill adds trips and matches, and prints the ID of each trip after that.
func fill(path string) error {
	ctx := context.Background()
	w, err := Open(ctx, path)
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		vehicle := fmt.Sprint(os.Getpid())
		added, err := w.Add(ctx, "file", fmt.Append(nil, vehicle, i), []trace.Trip{drive(vehicle, i, 300)})
		if err != nil {
			return err
		}
		id := added[0].ID
		if err := w.SetMatch(ctx, id, MatchKey{Map: "m"}, match.Result{Points: make([]match.Point, 300)}, trip.Summary{}, nil); err != nil {
			return err
		}
		note := vehicle
		if err := w.Edit(ctx, Edit{Note: &note}, id); err != nil {
			return err
		}
		fmt.Println(id)
	}
}

// TestKill kills a program that fills a workspace, again and again. Everything that was
// confirmed is there, and the database is sound.
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
	for range kills {
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
		timer := time.AfterFunc(time.Duration(random.Int64N(int64(120*time.Millisecond))), func() { child.Process.Kill() })
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if id, err := strconv.ParseInt(lines.Text(), 10, 64); err == nil {
				confirmed[ID(id)] = true
			}
		}
		child.Wait() // killed
		timer.Stop()
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
		t.Error("no child lived long enough to add a trip")
	}
	for _, trip := range list {
		if confirmed[trip.ID] && trip.Note != trip.Vehicle {
			t.Errorf("the note of trip %d is lost", trip.ID)
		}
		if _, ok, err := w.Match(t.Context(), trip.ID, MatchKey{Map: "m"}); confirmed[trip.ID] && (!ok || err != nil) {
			t.Errorf("the match of trip %d is lost: %v", trip.ID, err)
		}
		if r, err := w.Recording(t.Context(), trip.ID); err != nil || len(r.Observations) != 300 {
			t.Errorf("trip %d has %d points, %v", trip.ID, len(r.Observations), err)
		}
		delete(confirmed, trip.ID)
	}
	if len(confirmed) > 0 {
		t.Errorf("%d trips are lost", len(confirmed))
	}
}
