// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"roadsnap/engine/geo"
)

// andorra and hochiminh are the bounds of two maps. Swapped positions of the first
// are on Earth too; those of the second are not.
var (
	andorra   = geo.Bounds{South: 42.43, West: 1.41, North: 42.66, East: 1.79}
	hochiminh = geo.Bounds{South: 10.35, West: 106.35, North: 11.16, East: 107.03}
)

// readCase is one file and the expected result.
type readCase struct {
	name  string
	file  string // name of the file; "trip.txt" if empty
	text  string
	opt   Options
	want  []string // a line per trip, see show
	notes []string // of all trips together, each once
}

func runReadCases(t *testing.T, cases []readCase) {
	t.Helper()
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			file := tc.file
			if file == "" {
				file = "trip.txt"
			}
			trips, err := Read(context.Background(), strings.NewReader(tc.text), file, tc.opt)
			if err != nil {
				t.Fatalf("Read: %v", err)
			}
			got := show(trips)
			if g, w := strings.Join(got, "\n"), strings.Join(tc.want, "\n"); g != w {
				t.Errorf("trips\n got:\n%s\nwant:\n%s", g, w)
			}
			if g, w := strings.Join(showNotes(trips), "\n"), strings.Join(tc.notes, "\n"); g != w {
				t.Errorf("notes\n got:\n%s\nwant:\n%s", g, w)
			}
		})
	}
}

// faultCase is a file that is refused, and how.
type faultCase struct {
	name   string
	file   string
	text   string
	opt    Options
	is     error
	prefix string // how the message begins: file, line, column
	has    string // text that it must contain
}

func runFaultCases(t *testing.T, cases []faultCase) {
	t.Helper()
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			file := tc.file
			if file == "" {
				file = "trip.txt"
			}
			trips, err := Read(context.Background(), strings.NewReader(tc.text), file, tc.opt)
			if err == nil {
				t.Fatalf("no error; trips: %v", show(trips))
			}
			if !errors.Is(err, tc.is) {
				t.Errorf("error is not %q: %v", tc.is, err)
			}
			if !strings.HasPrefix(err.Error(), tc.prefix+": ") {
				t.Errorf("error does not begin with %q: %v", tc.prefix, err)
			}
			if !strings.Contains(err.Error(), tc.has) {
				t.Errorf("error does not mention %q: %v", tc.has, err)
			}
			var e *Error
			if !errors.As(err, &e) {
				t.Errorf("not an *Error: %T", err)
			}
		})
	}
}

// show formats each trip as one line: ID, name in brackets, then the observations
// as "lat,lon", time, v speed, h heading, a accuracy.
func show(trips []Trip) []string {
	lines := make([]string, len(trips))
	for i, trip := range trips {
		var b strings.Builder
		b.WriteString(trip.ID)
		if trip.Name != "" {
			fmt.Fprintf(&b, " [%s]", trip.Name)
		}
		for _, o := range trip.Observations {
			fmt.Fprintf(&b, " | %s,%s", short(o.Lat), short(o.Lon))
			if !o.Time.IsZero() {
				b.WriteString(" " + formatTime(o.Time))
			}
			if o.HasSpeed {
				b.WriteString(" v" + short(o.Speed))
			}
			if o.HasHeading {
				b.WriteString(" h" + short(o.Heading))
			}
			if o.Accuracy != 0 {
				b.WriteString(" a" + short(o.Accuracy))
			}
		}
		lines[i] = b.String()
	}
	return lines
}

func short(x float64) string {
	s := strconv.FormatFloat(x, 'f', 6, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// showNotes lists the notes of all trips, each once.
func showNotes(trips []Trip) []string {
	var lines []string
	seen := map[string]bool{}
	for _, trip := range trips {
		for _, n := range trip.Notes {
			s := string(n.Kind)
			if n.Line > 0 {
				s += " line " + strconv.Itoa(n.Line)
			}
			if n.Count > 1 {
				s += " ×" + strconv.Itoa(n.Count)
			}
			if !seen[s] {
				seen[s] = true
				lines = append(lines, s)
			}
		}
	}
	return lines
}

// gpx wraps the inside of a GPX document.
func gpx(inside string) string {
	return `<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">` + "\n" + inside + "\n</gpx>\n"
}
