// SPDX-License-Identifier: MIT

// Package data embeds the data that Roadsnap ships with: a sample map and trips on it, the
// official table of units, a coarse overview of the provinces, and the land of other
// countries. PROVENANCE.md lists the source of each file and how to rebuild it.
package data

import (
	"embed"
	"io/fs"
)

// SampleName is the name of the embedded map in messages.
const SampleName = "andorra.rsp"

// SamplePack is the embedded map: Andorra, about the size of a city with its
// hills.
//
//go:embed andorra.rsp
var SamplePack []byte

// OverviewPack is a pack with the borders of the provinces at the level of the
// country. It is used until borders are installed.
//
//go:embed provinces.rsp
var OverviewPack []byte

// LandPack is a pack with the land abroad as one area. Pictures of the country
// show it around Vietnam.
//
//go:embed land.rsp
var LandPack []byte

// Catalog names the maps that can be installed, and where their sources are. Package
// install reads it.
//
//go:embed catalog.json
var Catalog []byte

// Rules are the traffic rules that reports check, with their sources. Package regulation reads
// them.
//
//go:embed rules/rules.csv
var Rules []byte

//go:embed units/provinces.csv units/wards.csv units/aliases.csv units/attributes.csv units/districts.csv units/earlier.csv units/legacy.csv trips/*.gpx
var files embed.FS

// Units returns provinces.csv, wards.csv and aliases.csv with the current units
// of Vietnam, and districts.csv, earlier.csv and legacy.csv with the former units.
func Units() fs.FS { return folder("units") }

// Trips returns the sample trips, GPX files with simulated noise.
func Trips() fs.FS { return folder("trips") }

func folder(name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // the name is a constant that fs.ValidPath accepts
	}
	return sub
}
