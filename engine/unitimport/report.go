// SPDX-License-Identifier: MIT

package unitimport

import (
	"fmt"

	"roadsnap/engine/boundary"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
)

// Report lists the features found in the files, their use, and the places where the
// outlines of neighbours did not meet.
type Report struct {
	Files    []File `json:"files"`
	Features int    `json:"features"` // number of all features in the files
	// Provinces counts outlines of provinces, which are not used.
	Provinces int `json:"provinces"`

	// Joined counts wards that have an outline. JoinedByName and JoinedByAlias list
	// those of them whose code is not the official one.
	Joined        int      `json:"joined"`
	JoinedByName  []Joined `json:"joined_by_name,omitempty"`
	JoinedByAlias []Joined `json:"joined_by_alias,omitempty"`
	Missing       []Unit   `json:"missing,omitempty"` // wards in force without an outline
	// Absent lists the codes of the provinces whose wards are all Missing.
	Absent []string `json:"absent,omitempty"`

	Doubled   []Doubled   `json:"doubled,omitempty"`
	NotJoined []NotJoined `json:"not_joined,omitempty"`
	Invalid   []Invalid   `json:"invalid,omitempty"`
	Repairs   []Repair    `json:"repairs,omitempty"`

	Bounds  geo.Bounds `json:"-"` // of all joined outlines; geo.NoBounds if none
	Borders Borders    `json:"borders"`
	// Boundary is the source of Borders. Its areas are numbers: the joined wards in
	// the order of codes.
	Boundary boundary.Report `json:"-"`
}

// File is a file that was read, or an entry of an archive.
type File struct {
	Name     string `json:"name"`
	Bytes    int64  `json:"bytes"` // as stored, compressed or not
	Features int    `json:"features"`
}

// Place is the position of a feature in the files, or the relation of an extract.
type Place struct {
	File     string `json:"file"`               // "archive.zip/entry.geojson" for an entry of an archive
	Feature  int    `json:"feature"`            // counted from 0 in its file
	Relation int64  `json:"relation,omitempty"` // OpenStreetMap id; File is empty then
}

// String returns the place in words.
func (p Place) String() string {
	if p.Relation != 0 {
		return fmt.Sprintf("relation %d", p.Relation)
	}
	return fmt.Sprintf("%s, feature %d", p.File, p.Feature)
}

// Given is the description of a unit by a feature. Codes have their leading zeros.
type Given struct {
	Code     string `json:"code,omitempty"`
	Name     string `json:"name,omitempty"`     // with its kind if the source has it
	Province string `json:"province,omitempty"` // code, or else name
}

// Unit is a ward of the official table.
type Unit struct {
	Code         string `json:"code"`
	FullName     string `json:"full_name"`
	ProvinceCode string `json:"province_code"`
}

// Joined is a feature that is the outline of a ward with another code.
type Joined struct {
	Place
	Given  Given      `json:"given"`
	Unit   Unit       `json:"unit"`
	Bounds geo.Bounds `json:"-"`
}

// Doubled is a feature whose ward already has an outline, that of Taken. Taken is
// kept, and the two are not merged.
type Doubled struct {
	Place
	Given  Given      `json:"given"`
	Unit   Unit       `json:"unit"`
	Taken  Place      `json:"taken"`
	Same   bool       `json:"same"` // both outlines are the same
	Bounds geo.Bounds `json:"-"`
}

// NotJoined is a feature that could not be recognised as the outline of a ward in
// force.
type NotJoined struct {
	Place
	Given  Given      `json:"given"`
	Reason Reason     `json:"reason"`
	Detail string     `json:"detail"`
	Bounds geo.Bounds `json:"-"`
}

// Reason is the reason why a feature was not joined.
type Reason string

// The reasons.
const (
	ReasonUnknown   Reason = "unknown"   // no ward in force has that code and name
	ReasonAbolished Reason = "abolished" // a kind of unit abolished in July 2025
	ReasonAmbiguous Reason = "ambiguous" // several wards in force have the name
	ReasonUnnamed   Reason = "unnamed"   // it has neither code nor name
	ReasonConflict  Reason = "conflict"  // code and province contradict each other
)

// Invalid is a feature that cannot be used for any unit.
type Invalid struct {
	Place
	Given  Given           `json:"given"`
	Kind   diagnostic.Kind `json:"kind"`
	Reason string          `json:"reason"` // Kind in words
	Bounds geo.Bounds      `json:"-"`      // of the feature, if its positions are known
}

// Repair is a kind of repair of a feature, and its number.
type Repair struct {
	Place
	Given  Given           `json:"given"`
	Kind   diagnostic.Kind `json:"kind"`
	What   string          `json:"what"` // Kind in words
	Times  int             `json:"times"`
	Bounds geo.Bounds      `json:"-"` // of the feature
}

func (g given) report() Given {
	out := Given{Code: g.code, Name: g.fullName, Province: g.provinceCode}
	if out.Name == "" {
		out.Name = g.name
	}
	if out.Province == "" {
		out.Province = g.provinceName
	}
	return out
}
