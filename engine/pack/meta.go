package pack

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"roadsnap/engine/geo"
)

// TagMeta is the section that every pack holds: its metadata in JSON.
const TagMeta Tag = "META"

// maxMetaSize bounds the metadata in bytes, so that a forged pack cannot make
// Open decode gigabytes.
const maxMetaSize = 1 << 20

// Meta is what a pack says about itself. It holds no time of building: the same
// source gives the same bytes.
type Meta struct {
	Name         string           // what people call the map, such as "Andorra"
	Source       string           // file name of the source, without folder; of several, as With lists them
	SourceSHA256 string           // hexadecimal; of several sources, as With lists them
	SourceTime   time.Time        // state of the data, as the source tells; zero if unknown
	Importer     string           // program and version, such as "roadsnap 0.1.0"
	Licences     []string         // notices that must be shown with the data
	Bounds       geo.Bounds       // holds everything in the pack; geo.NoBounds if nothing
	Counts       map[string]int64 // how much of what, for people to read
}

func (m Meta) clone() Meta {
	m.Licences = slices.Clone(m.Licences)
	m.Counts = maps.Clone(m.Counts)
	return m
}

// metaJSON is Meta as the file has it. Bounds are degrees in the order south,
// west, north, east, and absent if empty: JSON has no infinity.
type metaJSON struct {
	Name         string           `json:"name,omitempty"`
	Source       string           `json:"source,omitempty"`
	SourceSHA256 string           `json:"source_sha256,omitempty"`
	SourceTime   time.Time        `json:"source_time,omitzero"`
	Importer     string           `json:"importer,omitempty"`
	Licences     []string         `json:"licences,omitempty"`
	Bounds       *[4]float64      `json:"bounds,omitempty"`
	Counts       map[string]int64 `json:"counts,omitempty"`
}

// encode returns m as section META holds it: one line of JSON with the keys of
// Counts in order, so that equal metadata are equal bytes.
func (m Meta) encode() ([]byte, error) {
	j := metaJSON{
		Name: m.Name, Source: m.Source, SourceSHA256: m.SourceSHA256,
		Importer: m.Importer, Licences: m.Licences, Counts: m.Counts,
	}
	if !m.SourceTime.IsZero() {
		j.SourceTime = m.SourceTime.UTC()
	}
	if !m.Bounds.Empty() {
		if !validBounds(m.Bounds) {
			return nil, fmt.Errorf("metadata: bounds %+v are out of range", m.Bounds)
		}
		j.Bounds = &[4]float64{m.Bounds.South, m.Bounds.West, m.Bounds.North, m.Bounds.East}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(j); err != nil {
		return nil, fmt.Errorf("metadata: %w", err)
	}
	if b.Len() > maxMetaSize {
		return nil, fmt.Errorf("metadata of %d bytes, at most %d", b.Len(), maxMetaSize)
	}
	return b.Bytes(), nil
}

// readMeta checks and decodes the metadata section.
func (p *Pack) readMeta() (Meta, error) {
	s, found := p.section(TagMeta)
	switch {
	case !found:
		return Meta{}, fmt.Errorf("%w: no metadata", ErrCorrupt)
	case s.Length > maxMetaSize:
		return Meta{}, fmt.Errorf("%w: metadata of %d bytes", ErrCorrupt, s.Length)
	case checksum(p.bytes(s)) != s.CRC:
		return Meta{}, fmt.Errorf("%w: checksum of section %s differs", ErrCorrupt, TagMeta)
	}
	var j metaJSON
	if err := json.Unmarshal(p.bytes(s), &j); err != nil {
		return Meta{}, fmt.Errorf("%w: metadata: %w", ErrCorrupt, err)
	}
	m := Meta{
		Name: j.Name, Source: j.Source, SourceSHA256: j.SourceSHA256, SourceTime: j.SourceTime,
		Importer: j.Importer, Licences: j.Licences, Bounds: geo.NoBounds, Counts: j.Counts,
	}
	if j.Bounds != nil {
		m.Bounds = geo.Bounds{South: j.Bounds[0], West: j.Bounds[1], North: j.Bounds[2], East: j.Bounds[3]}
		if !validBounds(m.Bounds) {
			return Meta{}, fmt.Errorf("%w: metadata: bounds %v", ErrCorrupt, *j.Bounds)
		}
	}
	return m, nil
}

func validBounds(b geo.Bounds) bool {
	southWest, northEast := geo.Point{Lat: b.South, Lon: b.West}, geo.Point{Lat: b.North, Lon: b.East}
	return !b.Empty() && southWest.Valid() && northEast.Valid()
}
