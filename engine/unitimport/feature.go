// SPDX-License-Identifier: MIT

package unitimport

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"roadsnap/engine/boundary"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/nest"
)

// feature is a feature as read from a file.
type feature struct {
	place Place
	given given
	parts []boundary.Part
}

// intake takes the features of one file.
type intake struct {
	file    string
	room    *room // shared limits of all files; nil for no limit
	columns *columns
	// fixed is set if the user chose the coordinate system, whatever the file declares.
	fixed bool
	found found
	geometry
}

// reader reads the features of a GeoJSON file.
type reader struct {
	*lexer
	intake
	// inside is set while a feature of a collection is read.
	inside bool
}

// found is the content of a file.
type found struct {
	count    int // all features, including invalid ones
	features []feature
	invalid  []Invalid
	repairs  []Repair

	drawn, swapped, projected int // features with positions; those with all positions swapped, or all off the Earth
	sample                    [2]float64

	columns []string // the first names of columns
	known   bool     // one of the columns has a code or a name
}

// byteOrderMark is written by some editors before UTF-8.
const byteOrderMark = "\ufeff"

// recordSeparator precedes each text in RFC 8142.
const recordSeparator = 0x1e

// all reads the file to its end. The error names the current feature, if any.
func (r *reader) all() error {
	err := r.texts()
	if err != nil && r.inside {
		return fmt.Errorf("feature %d, %w", r.found.count, err)
	}
	return err
}

// done returns an error if nothing in the file can be used for the same reason.
func (r *intake) done() error {
	if err := r.misplaced(); err != nil {
		return err
	}
	if missing := r.columns.missing(r.found.columns); r.found.count > 0 && !r.found.known && missing != "" {
		return formatf("it has no column %q, which was chosen; its columns are %s", missing, strings.Join(r.found.columns, ", "))
	}
	if r.found.count > 0 && !r.found.known && len(r.found.columns) > 0 {
		return formatf("none of its columns %s is known to hold a code or a name of units; say which one does, as with --units-columns code=COLUMN,name=COLUMN",
			strings.Join(r.found.columns, ", "))
	}
	return nil
}

// texts reads the top-level objects of the file.
func (r *reader) texts() error {
	r.fill()
	if err := refuse(r.buf[r.pos:r.end]); err != nil && r.err == nil {
		return err
	}
	if r.comes(byteOrderMark) {
		r.pos += len(byteOrderMark)
	}
	for texts := 0; r.err == nil; {
		switch c := r.peek(); {
		case c == '{':
			r.root()
			texts++
		case c == recordSeparator:
			r.pos++
		case r.pos < r.end:
			if texts > 0 {
				r.unexpected()
			} else {
				r.stop(formatf("it begins with %q, not with {", c))
			}
		case r.err == nil:
			if texts == 0 {
				return formatf("it is empty")
			}
			return r.done()
		}
	}
	return r.err
}

// refuse returns an error if the file has the magic bytes of a format other than
// JSON.
func refuse(start []byte) error {
	for _, other := range []struct{ magic, what string }{
		{"\xff\xfe", "it is in UTF-16; save it as UTF-8"},
		{"\xfe\xff", "it is in UTF-16; save it as UTF-8"},
		{"version https://git-lfs", "it is a Git LFS pointer; fetch the file itself"},
	} {
		if bytes.HasPrefix(start, []byte(other.magic)) {
			return formatf("%s", other.what)
		}
	}
	return nil
}

// misplaced returns an error if all positions lie outside Vietnam for the same
// obvious reason.
func (r *intake) misplaced() error {
	f := &r.found
	switch {
	case f.drawn == 0:
	case f.swapped == f.drawn:
		return fmt.Errorf("%w: the first position is [%v, %v]; GeoJSON has longitude first: write the file again in that order", ErrSwapped, f.sample[0], f.sample[1])
	case f.projected == f.drawn:
		return projectedError(fmt.Sprintf("the first position is [%v, %v], which seems to be in metres", f.sample[0], f.sample[1]))
	}
	return nil
}

func projectedError(why string) error {
	return fmt.Errorf("%w: %s; choose its system, as with --units-crs EPSG:3405, or convert it to WGS 84, as with ogr2ogr -t_srs EPSG:4326", ErrProjected, why)
}

// root reads a top-level object of the file.
func (r *reader) root() {
	kind, list := "", false
	p := r.reading()
	r.geometry.reset()
	drawn := false
	r.object(func(key string) {
		switch {
		case key == "type" && r.peek() == '"':
			kind, _ = r.text(maxValue)
		case key == "features" && r.peek() == '[':
			list = true
			r.array(func() {
				r.inside = true
				r.feature()
				r.inside = r.err != nil
			})
		case key == "crs":
			r.declared()
		case !list && r.member(key, &p):
			drawn = true
		case list:
			r.skip()
		}
	})
	switch {
	case r.err != nil:
	case kind == "FeatureCollection":
	case kind == "Feature" && !list:
		r.finish(p, drawn)
	case kind == "Topology":
		r.stop(formatf("it is TopoJSON; convert it to GeoJSON"))
	case drawn || slices.Contains([]string{"Polygon", "MultiPolygon", "GeometryCollection"}, kind):
		r.stop(formatf("it is a bare geometry without properties that name the unit"))
	default:
		r.stop(formatf("an object of type %q is neither a FeatureCollection nor a Feature", kind))
	}
}

// feature reads an element of a collection.
func (r *reader) feature() {
	r.geometry.reset()
	p := r.reading()
	if r.peek() != '{' {
		r.skip()
		r.blame(diagnostic.NoFeature, "it is not a feature")
		r.finish(p, true)
		return
	}
	drawn := false
	r.object(func(key string) {
		switch {
		case key == "type" && r.peek() == '"':
			if kind, _ := r.text(maxValue); kind != "Feature" {
				r.blame(diagnostic.NoFeature, "its type is %q, not Feature", kind)
			}
		case r.member(key, &p):
			drawn = true
		}
	})
	r.finish(p, drawn)
}

// member reads a member of a feature, and reports whether it was the geometry.
func (r *reader) member(key string, p *reading) (drawn bool) {
	switch {
	case key == "geometry":
		fault, cause := r.fault, r.cause
		r.geometry.reset()
		r.fault, r.cause = fault, cause
		r.shape(r.lexer, false)
		return true
	case key == "properties" && r.peek() == '{':
		r.object(func(key string) { p.take(key, r.value()) })
	case key == "id":
		p.takeLast(r.value())
	default:
		r.skip()
	}
	return false
}

// finish stores the current feature.
func (r *reader) finish(p reading, drawn bool) {
	if r.err != nil {
		return
	}
	if err := r.keep(p, drawn); err != nil {
		r.stop(err)
	}
}

// keep stores the current feature.
func (r *intake) keep(p reading, drawn bool) error {
	f := feature{place: Place{File: r.file, Feature: r.found.count}, given: p.given()}
	if r.found.count++; r.room != nil && r.room.features.Add(-1) < 0 {
		return formatf("there are more than %d features, more than any country has units", maxFeatures)
	}
	if !drawn {
		r.blame(diagnostic.NoArea, "it has no geometry")
	}
	if r.read > 0 {
		r.judge()
	}
	if r.flat && len(r.rings) > nest.Max {
		r.blame(diagnostic.BadCoordinates, "it has %d rings; at most %d are read", len(r.rings), nest.Max)
	}
	if r.fault == "" {
		f.parts = r.areas(func(kind diagnostic.Kind, what string) { r.noteRepair(&f, kind, what) })
		if len(f.parts) == 0 {
			r.blame(diagnostic.NoArea, "it has no area")
		}
	}
	if r.fault != "" {
		r.found.invalid = append(r.found.invalid, Invalid{Place: f.place, Given: f.given.report(), Kind: r.cause, Reason: r.fault, Bounds: geo.NoBounds})
		return nil
	}
	r.found.features = append(r.found.features, f)
	return nil
}

// noteRepair records a repair of a feature.
func (r *intake) noteRepair(f *feature, kind diagnostic.Kind, what string) {
	list := r.found.repairs
	for i := len(list) - 1; i >= 0 && list[i].Place == f.place; i-- {
		if list[i].What == what {
			list[i].Times++
			return
		}
	}
	r.found.repairs = append(list, Repair{Place: f.place, Given: f.given.report(), Kind: kind, What: what, Times: 1, Bounds: r.box.bounds()})
}

// judge checks where the positions of a feature lie.
func (r *intake) judge() {
	f := &r.found
	if f.drawn++; f.drawn == 1 {
		f.sample = [2]float64{r.first[0], r.first[1]}
	}
	switch {
	case r.box.within(vietnam):
	case r.box.within(swapped):
		f.swapped++
		r.blame(diagnostic.Swapped, "its latitude and longitude are swapped")
	case r.outside == r.read:
		f.projected++
		r.blame(diagnostic.NotDegrees, "its coordinates are not degrees")
	case r.outside > 0:
		r.blame(diagnostic.OffEarth, "%d of its positions are not on the Earth", r.outside)
	default:
		r.blame(diagnostic.Abroad, "it extends beyond Vietnam: from %.4f, %.4f to %.4f, %.4f", r.box.south, r.box.west, r.box.north, r.box.east)
	}
}
