// Package data embeds what Roadsnap ships with: a sample map, sample trips on
// it, and the official table of units. PROVENANCE.md says where each file comes
// from and how it is rebuilt.
package data

import (
	"embed"
	"io/fs"
)

// SampleName is what the embedded map is called in messages.
const SampleName = "andorra.rsp"

// SamplePack is the embedded map: Andorra, the size of a city and its hills.
//
//go:embed andorra.rsp
var SamplePack []byte

// OverviewPack is the borders of the provinces at the level of the country, as a
// pack: what there is before borders are installed.
//
//go:embed provinces.rsp
var OverviewPack []byte

// LandPack is the land abroad as one land, as a pack: what pictures of the country
// have round it.
//
//go:embed land.rsp
var LandPack []byte

//go:embed units/provinces.csv units/wards.csv units/aliases.csv units/earlier.csv units/legacy.csv trips/*.gpx
var files embed.FS

// Units holds provinces.csv, wards.csv and aliases.csv, the units of Vietnam in
// force, and earlier.csv and legacy.csv, those of before.
func Units() fs.FS { return folder("units") }

// Trips holds the sample trips, GPX files with simulated noise.
func Trips() fs.FS { return folder("trips") }

func folder(name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // the name is a constant that fs.ValidPath accepts
	}
	return sub
}
