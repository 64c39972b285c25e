// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"testing"
)

// TestLongAnswersAreKept asks twice for borders, and gets the same bytes. The second answer
// takes no turn to work.
func TestLongAnswersAreKept(t *testing.T) {
	s := newServer(t, withLand(t, 300), func(o *Options) { o.Slots = 1 })
	startOn(t, s, "127.0.0.1:0")
	const target = "provinces?include_geom=true&geom_level=street"
	ask := func() []byte { return rawReply(t, s, target, "gzip").body }
	first := ask()
	if len(first) < leastKept {
		t.Fatalf("the answer has only %d bytes", len(first))
	}
	job, err := s.queue.Enter(t.Context(), "another") // no one else can work
	if err != nil {
		t.Fatal(err)
	}
	defer job.Leave()
	if second := ask(); !bytes.Equal(first, second) {
		t.Errorf("the second answer has %d bytes, the first %d", len(second), len(first))
	}
	if got := getUnits(t, s, target, header("Accept-Encoding", "gzip"), header("If-None-Match", "*")); got.status != 304 {
		t.Errorf("a client that has the answer got %d", got.status)
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(unzipped); err != nil || !bytes.HasSuffix(text, s.licence) {
		t.Errorf("the answer is cut off: %v", err)
	}
}

// TestKeptAnswersAreBounded keeps more than there is room for.
func TestKeptAnswersAreBounded(t *testing.T) {
	k := newKeptAnswers()
	keep := func(tag string, n int, complete bool) {
		r := k.record(tag)
		for left := n; left > 0; left -= spillAt {
			r.add(make([]byte, min(left, spillAt)))
		}
		r.end(complete)
	}
	defer k.close()
	use := func(tag string) *keptAnswer {
		a := k.use(tag)
		if a != nil {
			k.release(a)
		}
		return a
	}
	const size = maxKept / 4
	for i := range 4 {
		keep(fmt.Sprint(i), size, true)
	}
	use("0") // used last
	keep("4", size, true)
	keep("cut off", size, false)
	keep("small", leastKept-1, true)
	keep("too long", maxKeptAnswer+1, true)
	for tag, want := range map[string]bool{"0": true, "1": false, "2": true, "3": true, "4": true, "cut off": false, "small": false, "too long": false} {
		if got := use(tag) != nil; got != want {
			t.Errorf("%s is kept: %v, want %v", tag, got, want)
		}
	}
	if k.total > maxKept || len(k.recording) != 0 {
		t.Errorf("%d bytes are kept, %d recordings are open", k.total, len(k.recording))
	}
	for i := range maxRecorded {
		r := k.record(fmt.Sprint("new ", i))
		if r == nil || k.record(fmt.Sprint("new ", i)) != nil {
			t.Fatalf("recording %d: %v", i, r)
		}
		defer r.end(false)
	}
	if k.record("one more") != nil {
		t.Error("the number of recordings is not bounded")
	}
}
