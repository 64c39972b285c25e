package unitimport

import (
	"roadsnap/engine/boundary"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
)

// Report says what was found in the files, what became of it, and where the
// outlines of neighbours did not meet.
type Report struct {
	Files    []File `json:"files"`
	Features int    `json:"features"` // all that the files hold
	// Provinces counts outlines of provinces, which are not used.
	Provinces int `json:"provinces"`

	// Joined counts wards that have an outline; JoinedByName and JoinedByAlias
	// list those of them whose code is not the official one.
	Joined        int      `json:"joined"`
	JoinedByName  []Joined `json:"joined_by_name,omitempty"`
	JoinedByAlias []Joined `json:"joined_by_alias,omitempty"`
	Missing       []Unit   `json:"missing,omitempty"` // wards in force that no feature is the outline of
	// Absent lists the codes of the provinces all wards of which are Missing.
	Absent []string `json:"absent,omitempty"`

	Doubled   []Doubled   `json:"doubled,omitempty"`
	NotJoined []NotJoined `json:"not_joined,omitempty"`
	Invalid   []Invalid   `json:"invalid,omitempty"`
	Repairs   []Repair    `json:"repairs,omitempty"`

	Bounds  geo.Bounds `json:"-"` // of all outlines that were joined; geo.NoBounds if none
	Borders Borders    `json:"borders"`
	// Boundary is what Borders is made of. It knows areas by number: the joined
	// wards in the order of codes.
	Boundary boundary.Report `json:"-"`
}

// File is a file that was read, or an entry of an archive.
type File struct {
	Name     string `json:"name"`
	Bytes    int64  `json:"bytes"` // as it lies there, packed or not
	Features int    `json:"features"`
}

// Place says where a feature stands.
type Place struct {
	File    string `json:"file"`    // of an entry of an archive "archive.zip/entry.geojson"
	Feature int    `json:"feature"` // counted from 0 in its file
}

// Given is how a feature calls its unit. Codes have their leading zeros.
type Given struct {
	Code     string `json:"code,omitempty"`
	Name     string `json:"name,omitempty"`     // with its kind if the source says it so
	Province string `json:"province,omitempty"` // code, or else name
}

// Unit is a ward of the official table.
type Unit struct {
	Code         string `json:"code"`
	FullName     string `json:"full_name"`
	ProvinceCode string `json:"province_code"`
}

// Joined is a feature that is the outline of a ward whose code it does not have.
type Joined struct {
	Place
	Given  Given      `json:"given"`
	Unit   Unit       `json:"unit"`
	Bounds geo.Bounds `json:"-"`
}

// Doubled is a feature whose ward already has an outline, that of Taken, which
// stays: parts are not united.
type Doubled struct {
	Place
	Given  Given      `json:"given"`
	Unit   Unit       `json:"unit"`
	Taken  Place      `json:"taken"`
	Same   bool       `json:"same"` // both outlines are the same
	Bounds geo.Bounds `json:"-"`
}

// NotJoined is a feature that is the outline of no ward in force, as far as can
// be told.
type NotJoined struct {
	Place
	Given  Given      `json:"given"`
	Reason Reason     `json:"reason"`
	Detail string     `json:"detail"`
	Bounds geo.Bounds `json:"-"`
}

// Reason is why a feature was not joined.
type Reason string

// The reasons.
const (
	ReasonUnknown   Reason = "unknown"   // no ward in force has that code and name
	ReasonAbolished Reason = "abolished" // a kind of unit that ended in July 2025
	ReasonAmbiguous Reason = "ambiguous" // several wards in force have the name
	ReasonUnnamed   Reason = "unnamed"   // it has neither code nor name
	ReasonConflict  Reason = "conflict"  // code and province contradict each other
)

// Invalid is a feature that cannot be used, whatever unit it means.
type Invalid struct {
	Place
	Given  Given           `json:"given"`
	Kind   diagnostic.Kind `json:"kind"`
	Reason string          `json:"reason"` // of Kind, in words
}

// Repair is what was mended of a feature, and how often.
type Repair struct {
	Place
	Given  Given           `json:"given"`
	Kind   diagnostic.Kind `json:"kind"`
	What   string          `json:"what"` // of Kind, in words
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
