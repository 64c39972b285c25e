// SPDX-License-Identifier: MIT

package workspace

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"roadsnap/engine/errclass"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// TestFullDisk lets writes fail at random moments, as on a full disk.
func TestFullDisk(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 4))
	folder := t.TempDir()
	stop := record(t, folder)
	defer stop()
	fullDisk(t, filepath.Join(folder, "trips.db"), 40, func(n int) {
		if n < 0 {
			recorder.allow(-1)
		} else {
			recorder.allow(random.IntN(40))
		}
	})
}

// fullDisk makes changes, each time until the disk is full. The change is refused, and
// those before it stay. full(n) lets the disk be full soon, a number of times; full(-1) gives
// it room.
func fullDisk(t *testing.T, path string, times int, full func(n int)) {
	t.Helper()
	w, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}()
	first := add(t, w, "x", drive("first", 0, 20))[0].ID
	refused := map[string]bool{}
	for n := range times {
		full(n)
		for i := 0; ; i++ {
			before := contents(t, w)
			what, err := changeSomething(t, w, first, n, i)
			if err == nil {
				continue
			}
			refused[what] = true
			if !errors.Is(err, syscall.ENOSPC) || errclass.Of(err) != errclass.DiskFull {
				t.Fatalf("%s on a full disk: %v", what, err)
			}
			if got := contents(t, w); got != before {
				t.Fatalf("%s was refused; there is %s, was %s", what, got, before)
			}
			break
		}
		before := contents(t, w)
		if n%3 == 0 { // the log cannot be moved into the database
			_ = w.Close() // the error may be that of the full disk
			full(-1)
			if w, err = Open(t.Context(), path); err != nil || w.Aside != "" {
				t.Fatalf("%v, renamed to %q", err, w.Aside)
			}
		}
		full(-1)
		if got := contents(t, w); got != before {
			t.Fatalf("after opening again there is %s, was %s", got, before)
		}
		if err := w.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := changeSomething(t, w, first, n, 0); err != nil {
			t.Fatalf("with room again: %v", err)
		}
	}
	t.Logf("refused: %v", refused)
	if len(refused) < 2 {
		t.Error("too few kinds of changes were refused")
	}
}

// changeSomething makes the i-th change of a round.
func changeSomething(t *testing.T, w *Workspace, first ID, round, i int) (what string, err error) {
	t.Helper()
	switch note := fmt.Sprint(round, i, strings.Repeat("x", 5000)); i % 3 {
	case 0:
		return "Edit", w.Edit(t.Context(), Edit{Note: &note}, first)
	case 1:
		return "SetMatch", w.SetMatch(t.Context(), first, MatchKey{Map: "m"}, NewMatch{Result: match.Result{Points: make([]match.Point, i)}})
	default:
		_, err := w.Add(t.Context(), "file", ContentOf([]byte(note)), []trace.Trip{drive(note[:9], i, 20)})
		return "Add", err
	}
}
