// SPDX-License-Identifier: MIT

package boundary

import (
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
	"roadsnap/engine/pack"
)

// Family distinguishes the divisions that a pack may hold. It is the first letter of
// the tags of their sections.
type Family byte

// The families.
const (
	Units Family = 'U' // administrative units of the country
	Shore Family = 'C' // land and sea, as found by engine/coast in a coastline
	// Former is the units of June 2025, before districts were abolished.
	Former Family = 'H'
)

// of returns a section's tag in family f, given its tag in family Units.
func (f Family) of(tag pack.Tag) pack.Tag { return pack.Tag(string(rune(f))) + tag[1:] }

// The sections that hold a division in a pack, as tagged in family Units. FORMAT.md
// of engine/pack describes every byte.
const (
	tagHeader    pack.Tag = "UHDR" // one header
	tagLands     pack.Tag = "UREC" // a record for each area, then each group, then a closing record
	tagPolygons  pack.Tag = "UPOL" // index in URNG of the first ring of each polygon
	tagRings     pack.Tag = "URNG" // index in UHLF of the first half of each ring
	tagHalves    pack.Tag = "UHLF"
	tagLeft      pack.Tag = "UARL" // the owner to the left of each arc
	tagRight     pack.Tag = "UARR" // the owner to the right of each arc
	tagNodes     pack.Tag = "UATN" // tree over the boxes of the arcs
	tagItems     pack.Tag = "UATI"
	tagFaults    pack.Tag = "UFLT"
	tagClaimants pack.Tag = "UFLA" // the areas of each fault
	tagChanges   pack.Tag = "UCHG"
)

// lineTags returns the sections of the arcs' points at a level: the index of the
// first point of each arc, and the points.
func lineTags(l Level) (start, points pack.Tag) {
	letter := [levels]string{Street: "S", Ward: "W", Province: "P", Country: "C"}[l]
	return pack.Tag("U" + letter + "ST"), pack.Tag("U" + letter + "PT")
}

// Tags returns the tags of all sections that a division of the family may have.
func (f Family) Tags() []pack.Tag {
	tags := []pack.Tag{
		tagHeader, tagLands, tagPolygons, tagRings, tagHalves, tagLeft, tagRight,
		tagNodes, tagItems, tagFaults, tagClaimants, tagChanges,
	}
	for _, l := range Levels() {
		start, points := lineTags(l)
		tags = append(tags, start, points)
	}
	tags = append(tags, locatorTags()...)
	for i, tag := range tags {
		tags[i] = f.of(tag)
	}
	return tags
}

// In reports whether p holds any section of the family.
func (f Family) In(p *pack.Pack) bool {
	for _, tag := range f.Tags() {
		if p.Has(tag) {
			return true
		}
	}
	return false
}

// header is the one record of UHDR.
type header struct {
	Areas, Groups uint32
	Finest        uint32 // the finest level
	Alone         uint32 // 1 if each area is a group by itself, else 0
}

// record is the record of an area or group in UREC.
type record struct {
	Code     uint32
	Group    uint32 // of an area; a group's own number
	Polygon  uint32 // its first polygon in UPOL; they end where those of the next record begin
	Vertices uint32 // of all its rings at the finest level, closing ones not counted
	Box      geo.FixedBounds
	Center   geo.Fixed
	Size     float64 // m²
}

// extend adds a half that has the land to its left.
func (r *record) extend(a *arcs, h half) {
	line := a.line(int(h / 2))
	r.Box = r.Box.Union(geo.FixedBoundsOf(line...))
	r.Vertices += uint32(len(line) - 1)
	if land := landLeft(line); h%2 == 0 {
		r.Size += land
	} else {
		r.Size -= land
	}
}

// faultRecord is the record of a gap or an overlap in UFLT.
type faultRecord struct {
	Box    geo.FixedBounds
	At     geo.Fixed
	Size   float64 // m²
	Kind   uint32  // kindGap, kindOverlap or kindEnd
	Given  uint32  // the area that got an overlap
	Areas  uint32  // its first area in UFLA; they end where those of the next record begin
	Unused uint32
}

const (
	kindGap     = 0
	kindOverlap = 1
	kindEnd     = 2 // the record that closes the list
)

// changeRecord is the record in UCHG of a vertex that differs from the outlines.
type changeRecord struct {
	From, To geo.Fixed
	Kind     uint32 // changeMoved, changeBent, changeCut or changeLost
}

const (
	changeMoved = 0
	changeBent  = 1
	changeCut   = 2
	changeLost  = 3
)

// Write adds the division to a pack in family Units.
func (d *Division) Write(w *pack.Writer) error { return d.WriteAs(Units, w) }

// WriteAs adds the division to a pack in family f.
func (d *Division) WriteAs(f Family, w *pack.Writer) error {
	finest := d.finest()
	h := header{Areas: uint32(d.areas), Groups: uint32(len(d.lands) - 1 - d.areas), Finest: uint32(finest)}
	if d.alone {
		h.Alone = 1
	}
	boxes := make([]geo.FixedBounds, d.arcs.len())
	for i := range boxes {
		boxes[i] = geo.FixedBoundsOf(d.arcs.line(i)...)
	}
	steps := []func() error{
		func() error { return pack.Write(w, f.of(tagHeader), []header{h}) },
		func() error { return pack.Write(w, f.of(tagLands), d.lands) },
		func() error { return pack.Write(w, f.of(tagPolygons), d.polygons) },
		func() error { return pack.Write(w, f.of(tagRings), d.rings) },
		func() error { return pack.Write(w, f.of(tagHalves), d.halves) },
		func() error { return pack.Write(w, f.of(tagLeft), d.arcs.left) },
		func() error { return pack.Write(w, f.of(tagRight), d.arcs.right) },
		func() error { return spatial.Build(boxes).Write(w, f.of(tagNodes), f.of(tagItems)) },
		func() error { return pack.Write(w, f.of(tagFaults), d.faults) },
		func() error { return pack.Write(w, f.of(tagClaimants), d.claimants) },
		func() error { return pack.Write(w, f.of(tagChanges), d.changes) },
		func() error { return d.writeLines(f, w) },
		func() error { return d.locator.write(f, w) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (d *Division) writeLines(f Family, w *pack.Writer) error {
	for _, l := range Levels() {
		if l < d.finest() {
			continue
		}
		start, points := lineTags(l)
		if err := pack.Write(w, f.of(start), d.lines[l].start); err != nil {
			return err
		}
		if err := pack.Write(w, f.of(points), d.lines[l].points); err != nil {
			return err
		}
	}
	return nil
}
