// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// platter is a file as it is on the disk.
type platter struct {
	content []byte
	there   bool
	pending []change // since the last sync
}

func (p *platter) apply(c change) {
	switch c.kind {
	case written:
		if end := int(c.offset) + len(c.data); end > len(p.content) {
			p.content = append(p.content, make([]byte, end-len(p.content))...)
		}
		copy(p.content[c.offset:], c.data)
		p.there = true
	case truncated:
		if int(c.offset) < len(p.content) {
			p.content = p.content[:c.offset]
		} else {
			p.content = append(p.content, make([]byte, int(c.offset)-len(p.content))...)
		}
	case deleted:
		*p = platter{}
	}
}

// afterPowerLoss returns the files that are on the disk if the power fails after some changes.
// Each change that no sync followed is there, missing, or there in part. The first sync of a
// log or a journal also syncs the folder, and so what was deleted before.
func afterPowerLoss(changes []change, random *rand.Rand) map[string]*platter {
	disk := map[string]*platter{}
	for _, c := range changes {
		p := disk[c.file]
		if p == nil {
			p = &platter{}
			disk[c.file] = p
		}
		switch c.kind {
		case marked:
		case synced:
			if p.isNew() {
				for _, other := range disk {
					other.sync(func(c change) bool { return c.kind == deleted })
				}
			}
			p.sync(func(change) bool { return true })
			p.there = true
		default:
			p.pending = append(p.pending, c)
		}
	}
	chance := []float64{0, 0.5, 0.9, 1}[random.IntN(4)]
	for _, p := range disk {
		for _, c := range p.pending {
			if random.Float64() < chance {
				p.apply(c)
			} else if c.kind == deleted {
				break // the rest is in a file without a name
			} else if c.kind == written && random.IntN(2) == 0 {
				p.applySectors(c, random)
			}
		}
	}
	return disk
}

// isNew reports whether the file was created since the last sync.
func (p *platter) isNew() bool {
	return !p.there || slices.ContainsFunc(p.pending, func(c change) bool { return c.kind == deleted })
}

// sync applies the pending changes up to the last one for which upTo is true.
func (p *platter) sync(upTo func(change) bool) {
	last := -1
	for i, c := range p.pending {
		if upTo(c) {
			last = i
		}
	}
	pending := p.pending
	for _, c := range pending[:last+1] {
		p.apply(c)
	}
	p.pending = pending[last+1:]
}

// applySectors applies some sectors of a write.
func (p *platter) applySectors(c change, random *rand.Rand) {
	const sector = 512
	for i := 0; i < len(c.data); i += sector {
		if random.IntN(2) == 0 {
			p.apply(change{kind: written, offset: c.offset + int64(i), data: c.data[i:min(i+sector, len(c.data))]})
		}
	}
}

// contents describes all that a workspace holds.
func contents(t *testing.T, w *Workspace) string {
	t.Helper()
	ctx := context.Background()
	list, err := w.Trips(ctx, ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, trip := range list {
		recording, err := w.Recording(ctx, trip.ID)
		if err != nil {
			t.Fatal(err)
		}
		_, content, err := w.File(ctx, trip.ID)
		if err != nil {
			t.Fatal(err)
		}
		r, ok, err := w.Match(ctx, trip.ID, MatchKey{Map: "m"})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, trip.ID, trip.Vehicle, trip.Note, len(recording.Observations), len(content), ok, len(r.Points))
	}
	register, err := w.Register(ctx)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(&b, register)
	return b.String()
}

// TestPowerLoss records what SQLite writes while a workspace is filled, and cuts the power at
// random moments: writes that were not synced are lost, or there in part. What was committed
// is there, and nothing of what was not.
func TestPowerLoss(t *testing.T) {
	cuts, rounds := 150, 60
	if testing.Short() {
		cuts, rounds = 20, 20
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 3))
	folder := t.TempDir()
	stop := record(t, folder)
	states := fillRecorded(t, filepath.Join(folder, "trips.db"), rounds, random)
	stop()
	changes := recorder.changes
	kinds := map[changeKind]int{}
	for _, c := range changes {
		if c.file == "trips.db" || c.kind == deleted {
			kinds[c.kind]++
		}
	}
	t.Logf("%d changes; of the database %d writes, %d syncs", len(changes), kinds[written], kinds[synced])
	if kinds[synced] < 3 || kinds[deleted] == 0 {
		t.Error("too few checkpoints, or the log was never deleted")
	}
	for range cuts {
		n := random.IntN(len(changes) + 1)
		committed := 0
		for _, c := range changes[:n] {
			if c.kind == marked {
				committed = int(c.offset)
			}
		}
		after := t.TempDir()
		for name, p := range afterPowerLoss(changes[:n], random) {
			if name != "" && p.there {
				if err := os.WriteFile(filepath.Join(after, name), p.content, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		w, err := Open(t.Context(), filepath.Join(after, "trips.db"))
		if err != nil {
			t.Fatalf("after change %d: %v", n, err)
		}
		if w.Aside != "" {
			t.Fatalf("after change %d the workspace is damaged", n)
		}
		if err := w.Check(t.Context()); err != nil {
			t.Fatalf("after change %d: %v", n, err)
		}
		got := contents(t, w)
		if i := slices.Index(states[committed:min(committed+2, len(states))], got); i < 0 {
			t.Fatalf("after change %d the workspace does not hold what was committed %d times before:\n%s\nwant\n%s", n, committed, got, states[committed])
		}
		if err := errors.Join(w.Close(), os.RemoveAll(after)); err != nil {
			t.Fatal(err)
		}
	}
}

// fillRecorded makes changes of all kinds and marks each one. It returns the contents before
// the first one and after each.
func fillRecorded(t *testing.T, path string, rounds int, random *rand.Rand) (states []string) {
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
	states = []string{contents(t, w)}
	done := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		recorder.add(change{kind: marked, offset: int64(len(states))})
		states = append(states, contents(t, w))
	}
	for i := range rounds {
		content := make([]byte, 40_000+random.IntN(100_000)) // a checkpoint follows 4 MB
		for k := 0; k+8 <= len(content); k += 8 {
			binary.LittleEndian.PutUint64(content[k:], random.Uint64())
		}
		whole := drive("x", i, 20)
		added, err := w.Add(t.Context(), "file", ContentOf(content), []trace.Trip{whole})
		done(err)
		id := added[0].ID
		done(w.SetMatch(t.Context(), id, MatchKey{Map: "m"}, NewMatch{Result: match.Result{Points: make([]match.Point, 20)}}))
		note := fmt.Sprint("note ", i)
		done(w.Edit(t.Context(), Edit{Note: &note}, id))
		switch i % 4 {
		case 1:
			_, err := w.Replace(t.Context(), []ID{id}, []trace.Trip{piece(whole, 0, 10), piece(whole, 10, 20)})
			done(err)
		case 2:
			done(w.UpdateRegister(t.Context(), func(fleet.Register) fleet.Register {
				return fleet.Register{Drivers: []fleet.Driver{{Name: note}}}
			}))
		case 3: // the log is deleted
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if w, err = Open(t.Context(), path); err != nil {
				t.Fatal(err)
			}
		}
	}
	return states
}
