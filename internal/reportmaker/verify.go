// SPDX-License-Identifier: MIT

package reportmaker

import (
	"context"
	"math"
	"os"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/match"
	"roadsnap/engine/report"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/internal/reportfile"
)

// Part is a part of a sheet that is verified.
type Part string

// The parts.
const (
	PagePart     Part = "page"     // of the PDF
	TracePart    Part = "trace"    // the original file
	MapPart      Part = "map"      // that the trip was matched on
	DistancePart Part = "distance" // matched again
)

// Why says what a finding rests on. It is empty if a part is unchanged.
type Why string

// The reasons.
const (
	PageDiffers     Why = "page_differs"     // from the one that is made of the attached data
	OtherVersion    Why = "other_version"    // of the program made the sheet
	NoTrace         Why = "no_trace"         // was given
	TraceDiffers    Why = "trace_differs"    // in its hash
	NoMap           Why = "no_map"           // was given
	MapDiffers      Why = "map_differs"      // in its identity
	OtherMatcher    Why = "other_matcher"    // matched the trip
	NoSuchTrip      Why = "no_such_trip"     // in the original file, with the times of the sheet
	DistanceDiffers Why = "distance_differs" // if the trip is matched again
)

// Check is what was found about a part of a sheet.
type Check struct {
	Part    Part
	Finding reportfile.Finding
	Why     Why
	// OnRoads and OffRoads are the distances (metres) of DistanceDiffers.
	OnRoads, OffRoads float64
}

// Verified is a sheet that was verified.
type Verified struct {
	Sheet  *report.Sheet
	SHA256 string // of the attached data, in hexadecimal
	Checks []Check
}

// Changed reports whether a part was changed.
func (v *Verified) Changed() bool {
	for _, c := range v.Checks {
		if c.Finding == reportfile.Changed {
			return true
		}
	}
	return false
}

// Verify verifies the PDF of a sheet. traceFile is the original file, "" for none; e has the map
// to compare with, nil for none. With both, the trip is matched again. The error wraps
// reportfile.ErrNoSheet if the PDF is no sheet that can be checked.
func Verify(ctx context.Context, pdfFile, traceFile string, e *engine.Engine) (v Verified, err error) {
	info, err := os.Stat(pdfFile)
	if err != nil {
		return v, err
	}
	if info.Size() > reportfile.MaxSheet {
		return v, reportfile.ErrNoSheet
	}
	pdf, err := os.ReadFile(pdfFile)
	if err != nil {
		return v, err
	}
	if v.Sheet, v.SHA256, err = reportfile.ReadSheet(pdf); err != nil {
		return v, err
	}
	page := Check{Part: PagePart}
	if page.Finding, err = reportfile.CheckPage(pdf, v.Sheet, engine.Version); err != nil {
		return v, err
	}
	page.Why = map[reportfile.Finding]Why{reportfile.Changed: PageDiffers, reportfile.NotCheckable: OtherVersion}[page.Finding]
	original, trips, err := checkTrace(ctx, v.Sheet, traceFile)
	if err != nil {
		return v, err
	}
	v.Checks = append(v.Checks, page, original)
	switch {
	case e == nil || e.Identity() == "":
		v.Checks = append(v.Checks, Check{Part: MapPart, Finding: reportfile.NotCheckable, Why: NoMap})
	case e.Identity() != v.Sheet.Map.Identity:
		v.Checks = append(v.Checks, Check{Part: MapPart, Finding: reportfile.Changed, Why: MapDiffers})
	default:
		v.Checks = append(v.Checks, Check{Part: MapPart})
		if original.Finding == reportfile.Unchanged {
			again, err := matchAgain(ctx, e, v.Sheet, trips)
			if err != nil {
				return v, err
			}
			v.Checks = append(v.Checks, again)
		}
	}
	return v, nil
}

// checkTrace compares the original file with the hash in a sheet, and returns its trips if it is
// the same.
func checkTrace(ctx context.Context, s *report.Sheet, file string) (c Check, trips []trace.Trip, err error) {
	c.Part = TracePart
	if file == "" {
		c.Finding, c.Why = reportfile.NotCheckable, NoTrace
		return c, nil, nil
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return c, nil, err
	}
	if hashOf(content) != s.File.SHA256 {
		c.Finding, c.Why = reportfile.Changed, TraceDiffers
		return c, nil, nil
	}
	trips, err = trace.ReadFile(ctx, file, trace.Options{})
	return c, trips, err
}

// matchAgain matches the trip of a sheet again, and compares the distances.
func matchAgain(ctx context.Context, e *engine.Engine, s *report.Sheet, trips []trace.Trip) (Check, error) {
	c := Check{Part: DistancePart, Finding: reportfile.NotCheckable, Why: OtherMatcher}
	profile, err := match.ParseProfile(s.Profile)
	if s.Matcher != match.Version || err != nil {
		return c, nil //nolint:nilerr // a later version of the matcher knows the profile
	}
	c.Why = NoSuchTrip
	for _, t := range trips {
		first, last := trip.TimeSpan(t.Observations)
		if len(t.Observations) != s.Points || !sameSecond(first, s.Start) || !sameSecond(last, s.End) {
			continue
		}
		result, _, err := s.Corrected.Match(ctx, e, t.Observations, profile)
		if err != nil {
			return c, err
		}
		const slack = 0.1 // metres: the sheet is rounded
		d := result.Distance
		if math.Abs(d.Matched-d.Inferred-s.Measured) <= slack && math.Abs(d.Inferred-s.Inferred) <= slack && math.Abs(d.OffRoad-s.OffRoad) <= slack {
			return Check{Part: DistancePart}, nil
		}
		c = Check{DistancePart, reportfile.Changed, DistanceDiffers, d.Matched, d.OffRoad}
	}
	return c, nil
}

func sameSecond(a, b time.Time) bool { return a.Truncate(time.Second).Equal(b.Truncate(time.Second)) }
