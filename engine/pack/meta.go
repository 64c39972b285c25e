// SPDX-License-Identifier: MIT

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

// TagMeta is the tag of the metadata, a section in JSON that every pack has.
const TagMeta Tag = "META"

// maxMetaSize is the maximum size of the metadata (bytes), so that a forged pack
// cannot make Open decode gigabytes.
const maxMetaSize = 1 << 20

// Meta is the metadata of a pack. It has no build time, so the same source gives the
// same bytes.
type Meta struct {
	Name           string           // display name of the map, such as "Andorra"
	Source         string           // file name of the source, without folder; see With for several sources
	SourceSHA256   string           // hexadecimal; see With for several sources
	SourceTime     time.Time        // time of the data according to the source; zero if unknown
	Importer       string           // program and version, such as "roadsnap 0.1.0"
	Licences       []string         // notices that must be shown with the data
	BorderLicences []string         // those of Licences that hold for the borders; nil if unknown, empty if none does
	Bounds         geo.Bounds       // of everything in the pack; geo.NoBounds if it is empty
	Counts         map[string]int64 // numbers of objects by kind, for display
}

func (m Meta) clone() Meta {
	m.Licences, m.BorderLicences = slices.Clone(m.Licences), slices.Clone(m.BorderLicences)
	m.Counts = maps.Clone(m.Counts)
	return m
}

// BorderNotices returns the notices that must be shown with the borders alone: all
// notices if the pack does not tell which ones hold for them.
func (m Meta) BorderNotices() []string {
	if m.BorderLicences == nil {
		return m.Licences
	}
	return m.BorderLicences
}

// metaJSON is the JSON form of Meta. Bounds are south, west, north, east (degrees),
// and absent if empty because JSON has no infinity.
type metaJSON struct {
	Name           string           `json:"name,omitempty"`
	Source         string           `json:"source,omitempty"`
	SourceSHA256   string           `json:"source_sha256,omitempty"`
	SourceTime     time.Time        `json:"source_time,omitzero"`
	Importer       string           `json:"importer,omitempty"`
	Licences       []string         `json:"licences,omitempty"`
	BorderLicences []string         `json:"border_licences,omitzero"`
	Bounds         *[4]float64      `json:"bounds,omitempty"`
	Counts         map[string]int64 `json:"counts,omitempty"`
}

// encode returns the content of section META: one line of JSON with sorted keys in
// Counts, so that equal metadata give equal bytes.
func (m Meta) encode() ([]byte, error) {
	j := metaJSON{
		Name: m.Name, Source: m.Source, SourceSHA256: m.SourceSHA256,
		Importer: m.Importer, Licences: m.Licences, BorderLicences: m.BorderLicences, Counts: m.Counts,
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
		return nil, fmt.Errorf("metadata of %d bytes is larger than %d", b.Len(), maxMetaSize)
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
		return Meta{}, fmt.Errorf("%w: metadata of %d bytes is too large", ErrCorrupt, s.Length)
	}
	if err := p.checkBlocks(s, 0, s.blocks()); err != nil {
		return Meta{}, err
	}
	var j metaJSON
	if err := json.Unmarshal(p.bytes(s), &j); err != nil {
		return Meta{}, fmt.Errorf("%w: metadata: %w", ErrCorrupt, err)
	}
	m := Meta{
		Name: j.Name, Source: j.Source, SourceSHA256: j.SourceSHA256, SourceTime: j.SourceTime,
		Importer: j.Importer, Licences: j.Licences, BorderLicences: j.BorderLicences,
		Bounds: geo.NoBounds, Counts: j.Counts,
	}
	if j.Bounds != nil {
		m.Bounds = geo.Bounds{South: j.Bounds[0], West: j.Bounds[1], North: j.Bounds[2], East: j.Bounds[3]}
		if !validBounds(m.Bounds) {
			return Meta{}, fmt.Errorf("%w: metadata: bounds %v are out of range", ErrCorrupt, *j.Bounds)
		}
	}
	return m, nil
}

func validBounds(b geo.Bounds) bool {
	southWest, northEast := geo.Point{Lat: b.South, Lon: b.West}, geo.Point{Lat: b.North, Lon: b.East}
	return !b.Empty() && southWest.Valid() && northEast.Valid()
}
