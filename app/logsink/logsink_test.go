// SPDX-License-Identifier: MIT

package logsink_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"roadsnap/app/logsink"
)

// gate is a writer that blocks until it is opened.
type gate struct {
	opened chan struct{}
	text   bytes.Buffer
	err    error
}

func (g *gate) Write(p []byte) (int, error) {
	<-g.opened
	if g.err != nil {
		return 0, g.err
	}
	return g.text.Write(p)
}

// TestWritesDoNotBlock writes more lines than fit to a pipe that nobody reads, and then
// reads it.
func TestWritesDoNotBlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{opened: make(chan struct{})}
		reported := 0
		var w *logsink.Writer
		w = logsink.New(g, func(lines int) {
			reported += lines
			fmt.Fprintln(w, "dropped", lines)
		})
		const lines = logsink.Size + 10_000
		for i := range lines {
			fmt.Fprintln(w, "line", i)
		}
		synctest.Wait()
		close(g.opened)
		synctest.Wait()
		if lost := w.Close(t.Context()); lost != 0 {
			t.Errorf("%d lines lost without a report", lost)
		}
		got := strings.Count(g.text.String(), "line")
		if got < logsink.Size || got+reported != lines || !strings.Contains(g.text.String(), fmt.Sprintf("dropped %d\n", reported)) {
			t.Errorf("%d lines written, %d reported as dropped", got, reported)
		}
	})
}

// TestBytesAreBounded writes long lines that nobody reads.
func TestBytesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{opened: make(chan struct{})}
		w := logsink.New(g, func(int) {})
		long := bytes.Repeat([]byte("x"), 64<<10)
		for range logsink.Size {
			_, _ = w.Write(long)
		}
		synctest.Wait()
		close(g.opened)
		w.Close(t.Context())
		// The first line is being written while the others wait.
		if got := g.text.Len(); got < logsink.MaxBytes/2 || got > logsink.MaxBytes+len(long) {
			t.Errorf("%d bytes were kept, want at most %d", got, logsink.MaxBytes)
		}
	})
}

// TestRefusedLinesAreCounted writes to a pipe whose reader has gone, and comes back.
func TestRefusedLinesAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{opened: make(chan struct{}), err: errors.New("broken pipe")}
		close(g.opened)
		reported := 0
		w := logsink.New(g, func(lines int) { reported += lines })
		for range 3 {
			fmt.Fprintln(w, "line")
		}
		synctest.Wait()
		g.err = nil
		fmt.Fprintln(w, "line")
		w.Close(t.Context())
		if reported != 3 || g.text.String() != "line\n" {
			t.Errorf("%d dropped, written: %q", reported, g.text.String())
		}
	})
}

// TestCloseGivesUp closes a writer to a pipe that nobody reads.
func TestCloseGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{opened: make(chan struct{})}
		w := logsink.New(g, func(int) {})
		for range 3 {
			fmt.Fprintln(w, "line")
		}
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if lost := w.Close(ctx); lost != 3 {
			t.Errorf("%d lines are not written, want 3", lost)
		}
		fmt.Fprintln(w, "after the end")
		close(g.opened)
	})
}
