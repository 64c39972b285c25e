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

// The endings that the files of a track may have. The first one that exists is used. The
// extract may be a pack made of it.
var (
	extractEndings = []string{packEnding, ".osm.pbf", ".osm", ".osm.gz", ".osm.bz2"}
	traceEndings   = []string{".csv.gz", ".csv", ".gpx.gz", ".gpx"}
)

const (
	truthEnding = ".truth"
	packEnding  = ".rsp"
)

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

// openTrack is a track with its roads installed.
type openTrack struct {
	id           string
	engine       *engine.Engine
	truth        [][]geo.Point
	observations []match.Observation
}

// open reads a track and imports its roads, unless they are a pack already. The pack is
// written to folder.
func (t track) open(ctx context.Context, folder string) (*openTrack, error) {
	truth, err := readTruth(t.truth)
	if err != nil {
		return nil, err
	}
	trips, err := trace.ReadFile(ctx, t.points, trace.Options{})
	if err != nil {
		return nil, err
	}
	if len(trips) != 1 {
		return nil, fmt.Errorf("%s: holds %d trips; a track needs one", t.points, len(trips))
	}
	packPath := t.extract
	if filepath.Ext(packPath) != packEnding {
		packPath = filepath.Join(folder, t.id+packEnding)
		if _, err := engine.Import(ctx, engine.ImportOptions{Roads: t.extract, Out: packPath}); err != nil {
			return nil, err
		}
	}
	e, err := openEngine(packPath)
	if err != nil {
		return nil, err
	}
	return &openTrack{id: t.id, engine: e, truth: truth, observations: trips[0].Observations}, nil
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

// match matches observations of the track and compares the route with the true one.
func (t *openTrack) match(ctx context.Context, obs []match.Observation) (match.Result, score.Overlap, error) {
	result, err := t.engine.Match(ctx, obs, match.MotorVehicle)
	if err != nil {
		return result, score.Overlap{}, fmt.Errorf("track %s: %w", t.id, err)
	}
	return result, score.Compare(t.truth, legLines(result)), nil
}

// score matches observations of the track and compares all of the result with the truth.
func (t *openTrack) score(ctx context.Context, obs []match.Observation) (trackScore, error) {
	result, overlap, err := t.match(ctx, obs)
	if err != nil {
		return trackScore{}, err
	}
	return trackScore{
		id: t.id, points: len(obs), shapes: shapes(result), route: overlap.Route,
		mismatch: score.Lines(t.truth, legLines(result), trimFor(match.DefaultConfig().DefaultSigma)).Fraction(),
		answers:  judgeByRoute(result, &overlap),
	}, nil
}

// legLines returns the lines of the legs of a match.
func legLines(r match.Result) [][]geo.Point {
	lines := make([][]geo.Point, len(r.Legs))
	for i, l := range r.Legs {
		lines[i] = l.Shape
	}
	return lines
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
