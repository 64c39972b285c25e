// SPDX-License-Identifier: MIT

package trace_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/trace"
)

// TestFeed reads lines of all kinds. Each gives "trip lat lon time", or an error.
func TestFeed(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lines []string
		want  []string // of each line
	}{
		{
			name:  "CSV",
			lines: []string{"\ufefftime,lat,lon", "2025-03-04T07:15:00Z,10.5,106.7", "", "2025-03-04T07:15:01Z,10.6,106.8\r"},
			want:  []string{"", "feed 10.5 106.7 07:15:00", "", "feed 10.6 106.8 07:15:01"},
		},
		{
			name:  "CSV of several vehicles, with repeated column names",
			lines: []string{"vehicle;lat;lon", "A;10,5;106,7", "vehicle;lat;lon", "B;10,6;106,8"},
			want:  []string{"", "A 10.5 106.7 -", "", "B 10.6 106.8 -"},
		},
		{
			name:  "a bad row",
			lines: []string{"lat,lon", "10.5,here", "10.6,106.8"},
			want:  []string{"", "line 2", "feed 10.6 106.8 -"},
		},
		{
			name: "JSON",
			lines: []string{
				`{"lat": 10.5, "lon": 106.7, "time": "2025-03-04T07:15:00Z", "vehicle": "A"}`, `{"lat": 10.5`,
				`{"type": "Feature", "geometry": {"type": "Point", "coordinates": [106.8, 10.6]}, "properties": {}}`, `{}`,
			},
			want: []string{"A 10.5 106.7 07:15:00", "line 2", "feed 10.6 106.8 -", "line 4"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := trace.NewFeed("feed.txt", trace.Options{})
			for i, line := range tt.lines {
				trips, err := f.Line(t.Context(), line)
				got := describe(trips)
				if e := (*trace.Error)(nil); errors.As(err, &e) {
					got = fmt.Sprint("line ", e.Line)
				} else if err != nil {
					t.Fatal(err)
				}
				if got != tt.want[i] {
					t.Errorf("line %d: %q, want %q (%v)", i+1, got, tt.want[i], err)
				}
			}
		})
	}
}

// describe returns the points of trips as TestFeed has them.
func describe(trips []trace.Trip) string {
	var all []string
	for _, trip := range trips {
		for _, o := range trip.Observations {
			at := "-"
			if !o.Time.IsZero() {
				at = o.Time.UTC().Format(time.TimeOnly)
			}
			all = append(all, fmt.Sprint(trip.ID, " ", o.Lat, " ", o.Lon, " ", at))
		}
	}
	return strings.Join(all, ", ")
}

func TestFeedLimits(t *testing.T) {
	f := trace.NewFeed("feed", trace.Options{MaxBytes: 100})
	if _, err := f.Line(t.Context(), `{"lat": 10.5, "lon": 106.7, "name": "`+strings.Repeat("x", 100)+`"}`); !errors.Is(err, trace.ErrTooLarge) {
		t.Errorf("a long line: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Line(ctx, `{"lat": 10.5, "lon": 106.7}`); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func BenchmarkFeed(b *testing.B) {
	f := trace.NewFeed("feed", trace.Options{})
	if _, err := f.Line(b.Context(), "time,lat,lon"); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := f.Line(b.Context(), "2025-03-04T07:15:00Z,10.5,106.7"); err != nil {
			b.Fatal(err)
		}
	}
}
