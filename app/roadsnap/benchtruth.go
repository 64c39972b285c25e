// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/match/score"
	"roadsnap/engine/trace"
)

// track is a recorded trip with its true route and a road network of its own:
// the files ID.truth, ID.csv or another trace, and ID.osm.pbf or another
// extract. The data set of Kubička and others (IEEE Intelligent Vehicles 2015)
// comes in this form.
type track struct {
	id                     string
	truth, extract, points string // files
}

// The endings that the files of a track may have. The first one that exists is used.
var (
	extractEndings = []string{".osm.pbf", ".osm", ".osm.gz", ".osm.bz2"}
	traceEndings   = []string{".csv.gz", ".csv", ".gpx.gz", ".gpx"}
)

const truthEnding = ".truth"

// findTracks lists the tracks of a folder, ordered by ID.
func findTracks(folder string) ([]track, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var tracks []track
	for _, e := range entries {
		id, isTruth := strings.CutSuffix(e.Name(), truthEnding)
		if !isTruth || id == "" {
			continue
		}
		t := track{id: id, truth: filepath.Join(folder, e.Name())}
		if t.extract, err = firstFile(folder, id, extractEndings); err != nil {
			return nil, err
		}
		if t.points, err = firstFile(folder, id, traceEndings); err != nil {
			return nil, err
		}
		tracks = append(tracks, t)
	}
	if len(tracks) == 0 {
		return nil, fmt.Errorf("%s: holds no tracks; each needs ID%s, ID.osm.pbf and ID.csv.gz", folder, truthEnding)
	}
	return tracks, nil
}

func firstFile(folder, id string, endings []string) (string, error) {
	for _, ending := range endings {
		path := filepath.Join(folder, id+ending)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: none of %s is next to %s; add it, or remove the truth", folder, id+strings.Join(endings, ", "+id), id+truthEnding)
}

// readTruth reads a true route: one unbroken part per line, "lat,lon lat,lon …" in
// travel order.
func readTruth(path string) (route [][]geo.Point, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, maxTraceLine)
	number := 0
	for scanner.Scan() {
		number++
		var line []geo.Point
		for vertex := range strings.FieldsSeq(scanner.Text()) {
			p, ok := parseVertex(vertex)
			if !ok {
				return nil, fmt.Errorf("%s:%d: %.40q is not a vertex; write latitude,longitude in degrees", path, number, vertex)
			}
			line = append(line, p)
		}
		if len(line) > 0 {
			route = append(route, line)
		}
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w; a line holds one stretch of a route", path, number+1, err)
	}
	if !slices.ContainsFunc(route, func(l []geo.Point) bool { return len(l) > 1 }) {
		return nil, fmt.Errorf("%s: holds no route; write the vertices of a stretch on one line", path)
	}
	return route, nil
}

func parseVertex(text string) (geo.Point, bool) {
	lat, lon, _ := strings.Cut(text, ",")
	y, errY := strconv.ParseFloat(lat, 64)
	x, errX := strconv.ParseFloat(lon, 64)
	p := geo.Point{Lat: y, Lon: x}
	return p, errY == nil && errX == nil && p.Valid()
}

// thin keeps the first observation and each that is at least step later than the
// last one kept. It drops those without a time.
func thin(obs []match.Observation, step time.Duration) []match.Observation {
	var kept []match.Observation
	for _, o := range obs {
		if o.Time.IsZero() {
			continue
		}
		if len(kept) == 0 || o.Time.Sub(kept[len(kept)-1].Time) >= step {
			kept = append(kept, o)
		}
	}
	return kept
}

// trackScore is the score of one track.
type trackScore struct {
	id       string
	points   int
	shapes   []string
	route    score.Route
	mismatch float64 // fraction, without the ends
	answers  []score.Judged
}

// trackWork matches tracks, with a folder for temporary files.
type trackWork struct {
	folder string
	thin   time.Duration // 0: every point
	strip  bool
}

// score imports the network of a track, matches the trip on it, and compares.
func (w *trackWork) score(ctx context.Context, t track) (scored trackScore, err error) {
	truth, err := readTruth(t.truth)
	if err != nil {
		return scored, err
	}
	obs, err := w.observations(ctx, t)
	if err != nil {
		return scored, err
	}
	packPath := filepath.Join(w.folder, "track.rsp")
	if _, err := engine.Import(ctx, engine.ImportOptions{Roads: t.extract, Out: packPath}); err != nil {
		return scored, err
	}
	e, err := openEngine(packPath)
	if err != nil {
		return scored, err
	}
	result, err := e.Match(ctx, obs, match.MotorVehicle)
	// The map of the next track has the same name, so this one must be unmapped.
	if err := errors.Join(err, e.Close()); err != nil {
		return scored, fmt.Errorf("track %s: %w", t.id, err)
	}
	lines := make([][]geo.Point, len(result.Legs))
	for i, l := range result.Legs {
		lines[i] = l.Shape
	}
	overlap := score.Compare(truth, lines)
	return trackScore{
		id: t.id, points: len(obs), shapes: shapes(result), route: overlap.Route,
		mismatch: score.Lines(truth, lines, trimFor(match.DefaultConfig().DefaultSigma)).Fraction(),
		answers:  judgeByRoute(result, &overlap),
	}, nil
}

func (w *trackWork) observations(ctx context.Context, t track) ([]match.Observation, error) {
	trips, err := trace.ReadFile(ctx, t.points, trace.Options{})
	if err != nil {
		return nil, err
	}
	if len(trips) != 1 {
		return nil, fmt.Errorf("%s: holds %d trips; a track needs one", t.points, len(trips))
	}
	obs := trips[0].Observations
	if w.thin > 0 {
		if obs = thin(obs, w.thin); len(obs) == 0 {
			return nil, fmt.Errorf("%s: no point has a time; leave --thin out", t.points)
		}
	}
	if w.strip {
		strip(obs)
	}
	return obs, nil
}

// judgeByRoute judges the points of a match of which only the true route is known, not
// the true ways. A point is right if it lies on a part that the matched route and the true
// one share; see [score.Overlap.Right]. Points off the road are not judged.
func judgeByRoute(r match.Result, overlap *score.Overlap) (answers []score.Judged) {
	for leg, l := range r.Legs {
		for _, p := range r.Points[l.FirstIndex : l.LastIndex+1] {
			if p.HasWay {
				answers = append(answers, score.Judged{Confidence: p.Confidence, Right: overlap.Right(leg, p.Location)})
			}
		}
	}
	return answers
}
