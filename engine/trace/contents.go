// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// Kind is the kind of an item of a file. Its values are stable.
type Kind string

// The kinds. A table and any other recording is a track.
const (
	KindTrack  Kind = "track"
	KindRoute  Kind = "route"  // planned, not driven
	KindPoints Kind = "points" // single points with times, in a file without tracks
)

// Item is a track or route in a file, from which a trip can be read.
type Item struct {
	Number     int    // counted from 1; Options.Tracks chooses by it
	Name       string // that the file gives it, "" if none
	File       string // in an archive, "" if the file is no archive
	ID         string // that the trip has if the routes are read as well
	Kind       Kind
	Points     int
	Start, End time.Time // the earliest and latest time, zero if there are none
}

// Contents lists what r holds, in the order of the file and with its routes. It
// reads the whole of r. Errors are those of Read.
func Contents(ctx context.Context, r io.Reader, name string, o Options) ([]Item, error) {
	o.Routes, o.Tracks, o.Numbers = true, nil, nil
	all, err := readAll(ctx, r, name, o)
	if err != nil {
		return nil, err
	}
	items := make([]Item, len(all))
	for i, f := range all {
		items[i] = f.item(i + 1)
	}
	return items, nil
}

// FileContents is Contents of a file.
func FileContents(ctx context.Context, path string, o Options) (items []Item, err error) {
	err = withFile(path, func(f *os.File) error {
		items, err = Contents(ctx, f, path, o)
		return err
	})
	return items, err
}

// TextContents is Contents of a text.
func TextContents(ctx context.Context, text []byte, name string, o Options) ([]Item, error) {
	return Contents(ctx, bytes.NewReader(text), name, o)
}

// found is a trip in a file.
type found struct {
	Trip
	kind Kind
}

func (d *draft) kind() Kind {
	switch {
	case d.single:
		return KindPoints
	case d.route:
		return KindRoute
	}
	return KindTrack
}

func (f *found) item(number int) Item {
	item := Item{Number: number, Name: f.Name, File: f.File, ID: f.ID, Kind: f.kind, Points: len(f.Observations)}
	for _, o := range f.Observations {
		if o.Time.IsZero() {
			continue
		}
		if item.Start.IsZero() || o.Time.Before(item.Start) {
			item.Start = o.Time
		}
		if o.Time.After(item.End) {
			item.End = o.Time
		}
	}
	return item
}

// choose returns the trips with the given names or numbers, all if there are none.
func choose(all []found, file string, tracks []string, numbers []int) ([]Trip, error) {
	chosen := make([]bool, len(all))
	for _, n := range numbers {
		if n < 1 || n > len(all) {
			return nil, &Error{File: file, Msg: fmt.Sprintf("no track %d in the file", n), Remedy: offer(all), Err: ErrEmpty}
		}
		chosen[n-1] = true
	}
	for _, track := range tracks {
		if !mark(chosen, all, track) {
			return nil, &Error{File: file, Msg: fmt.Sprintf("no track %s in the file", quote(track)), Remedy: offer(all), Err: ErrEmpty}
		}
	}
	trips := make([]Trip, 0, len(all))
	for i := range all {
		if chosen[i] || len(tracks)+len(numbers) == 0 {
			trips = append(trips, all[i].Trip)
		}
	}
	return trips, nil
}

// mark marks the trips with a name or ID, else the one with a number. It reports
// whether there are any.
func mark(chosen []bool, all []found, track string) bool {
	ok := false
	for i := range all {
		if strings.EqualFold(all[i].Name, track) || all[i].ID == track {
			chosen[i], ok = true, true
		}
	}
	if ok {
		return true
	}
	n, err := strconv.Atoi(track)
	if err != nil || n < 1 || n > len(all) {
		return false
	}
	chosen[n-1] = true
	return true
}

// offer returns the remedy for an unknown track.
func offer(all []found) string {
	var b strings.Builder
	b.WriteString("it has ")
	for i, f := range all {
		if i == namedRoutes {
			fmt.Fprintf(&b, " and %d more", len(all)-i)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%d", i+1)
		if f.Name != "" {
			b.WriteString(" " + quote(f.Name))
		}
	}
	return b.String()
}
