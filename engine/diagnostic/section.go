// SPDX-License-Identifier: MIT

package diagnostic

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// Tag is the tag of the section with the diagnostics of the import. It is specified in
// engine/pack/FORMAT.md.
const Tag pack.Tag = "FIND"

// maxSize is the maximum size of the section (bytes), so that a forged pack cannot make
// Read decode gigabytes. All kinds with MaxItems items fit into it.
const maxSize = 2 << 20

// maxDiagnostics is the maximum number of diagnostics, because each is displayed. There
// are some 50 kinds; the rest is for later versions.
const maxDiagnostics = 200

// maxCount and largest limit the numbers that a forged pack could display.
// OpenStreetMap has some 10¹⁰ objects, and the Earth 5 · 10¹⁴ m².
const (
	maxCount = 1_000_000_000_000
	largest  = 1e15
)

type diagnosticJSON struct {
	Kind  Kind       `json:"kind"`
	Count int        `json:"count"`
	Items []itemJSON `json:"items,omitempty"`
}

type itemJSON struct {
	Name     string      `json:"name,omitempty"`
	File     string      `json:"file,omitempty"`
	Feature  int         `json:"feature,omitempty"`
	Way      int64       `json:"way,omitempty"`
	Relation int64       `json:"relation,omitempty"`
	Size     float64     `json:"size,omitempty"`
	Bounds   *[4]float64 `json:"bounds,omitempty"`
}

// Write adds the section to w. It also writes an empty list, which means that there are
// no findings.
func Write(w *pack.Writer, list List) error {
	b, err := encode(list)
	if err == nil {
		_, err = decode(b)
	}
	if err != nil {
		return fmt.Errorf("write diagnostics: %w", err)
	}
	return pack.WriteOptional(w, Tag, b)
}

func encode(list List) ([]byte, error) {
	all := make([]diagnosticJSON, len(list))
	for i, f := range list {
		all[i] = diagnosticJSON{Kind: f.Kind, Count: f.Count}
		for _, item := range f.Items {
			out := itemJSON{item.Name, item.File, item.Feature, item.Way, item.Relation, item.Size, nil}
			if b := item.Bounds; !b.Empty() {
				out.Bounds = &[4]float64{b.South, b.West, b.North, b.East}
			}
			all[i].Items = append(all[i].Items, out)
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(all)
	return b.Bytes(), err
}

// Read returns the diagnostics in p. known is false if p has no such section, as in
// packs of earlier versions. The error wraps pack.ErrCorrupt if the section is invalid.
func Read(p *pack.Pack) (list List, known bool, err error) {
	b, err := pack.Slice[byte](p, Tag)
	switch {
	case errors.Is(err, pack.ErrNoSection):
		return nil, false, nil
	case err != nil:
		return nil, false, err
	}
	if list, err = decode(b); err != nil {
		return nil, false, fmt.Errorf("section %s of %q: %w: %w", Tag, p.Name(), pack.ErrCorrupt, err)
	}
	return list, true, nil
}

func decode(b []byte) (List, error) {
	if len(b) > maxSize {
		return nil, fmt.Errorf("%d bytes, more than %d", len(b), maxSize)
	}
	var all []diagnosticJSON
	if err := json.Unmarshal(b, &all); err != nil {
		return nil, err
	}
	if len(all) > maxDiagnostics {
		return nil, fmt.Errorf("%d diagnostics, more than %d", len(all), maxDiagnostics)
	}
	list := make(List, len(all))
	seen := make(map[Kind]bool, len(all))
	for i, f := range all {
		if !f.Kind.valid() || seen[f.Kind] {
			return nil, fmt.Errorf("diagnostic %d: kind %q is invalid or a duplicate", i, f.Kind)
		}
		seen[f.Kind] = true
		if f.Count < 1 || int64(f.Count) > maxCount || len(f.Items) > min(f.Count, MaxItems) {
			return nil, fmt.Errorf("diagnostic %d: invalid count: %d items of %d", i, len(f.Items), f.Count)
		}
		list[i] = Diagnostic{Kind: f.Kind, Count: f.Count}
		for _, in := range f.Items {
			item, err := in.item()
			if err != nil {
				return nil, fmt.Errorf("diagnostic %d: %w", i, err)
			}
			list[i].Items = append(list[i].Items, item)
		}
	}
	return list, nil
}

// valid reports whether k may be a kind of this or a later version.
func (k Kind) valid() bool {
	for i := range len(k) {
		if c := k[i]; (c < 'a' || c > 'z') && c != '_' {
			return false
		}
	}
	return len(k) > 0 && len(k) <= 40
}

func (in itemJSON) item() (Item, error) {
	out := Item{in.Name, in.File, in.Feature, in.Way, in.Relation, in.Size, geo.NoBounds}
	switch {
	case !showable(in.Name) || !showable(in.File):
		return Item{}, errors.New("an item has a name that is not one printable line")
	case in.Feature < 0 || in.Size < 0 || in.Size > largest:
		return Item{}, fmt.Errorf("an item has an invalid number: %+v", in)
	}
	if in.Bounds != nil {
		b := geo.Bounds{South: in.Bounds[0], West: in.Bounds[1], North: in.Bounds[2], East: in.Bounds[3]}
		if !onEarth(b) {
			return Item{}, fmt.Errorf("an item has invalid bounds %v", *in.Bounds)
		}
		out.Bounds = b
	}
	return out, nil
}

func onEarth(b geo.Bounds) bool {
	southWest, northEast := geo.Point{Lat: b.South, Lon: b.West}, geo.Point{Lat: b.North, Lon: b.East}
	return !b.Empty() && southWest.Valid() && northEast.Valid()
}

// showable reports whether text has the form that Diagnostic.Add gives it.
func showable(text string) bool { return len(text) <= maxText && oneLine(text) == text }
