// SPDX-License-Identifier: MIT

// Package errclass gives each error of the engine a class, from which the server chooses
// an HTTP status and the window a message. Code that looks for a single error uses
// errors.Is with the sentinel of its package instead.
package errclass

import (
	"context"
	"errors"
	"io/fs"
	"syscall"
)

// Class is the kind of fault that an error reports. Its text is stable.
type Class string

// The classes, by what the user can do about them.
const (
	// The fault is in the program, or in the code that calls the engine.
	Internal Class = "internal"

	// A map is needed, or another one.
	NoMap       Class = "no_map"       // no map is open
	NoRoads     Class = "no_roads"     // the open map has no roads
	NoBorders   Class = "no_borders"   // no borders of units are installed
	PackFormat  Class = "not_pack"     // the file is not a pack
	PackVersion Class = "pack_version" // the pack is for another version of the program
	PackCorrupt Class = "pack_corrupt" // the pack is damaged
	PackFault   Class = "pack_fault"   // the file of the open pack can no longer be read
	PackClosed  Class = "pack_closed"  // the map was closed or replaced during the call

	// The points cannot be matched.
	NoRoad   Class = "no_road"   // they are too far from any road
	NoRoute  Class = "no_route"  // no route over the roads joins them
	TooNoisy Class = "too_noisy" // they are too noisy or too far apart to be one trip
	TooShort Class = "too_short" // there are fewer than two usable points

	// The trace file cannot be read.
	TraceFormat    Class = "trace_format"    // it is no trace, or breaks the rules of its format
	TraceUnknown   Class = "trace_unknown"   // the format does not exist, or cannot be written
	TraceEmpty     Class = "trace_empty"     // it holds no positions
	TraceWaypoints Class = "trace_waypoints" // it holds places only
	TraceColumns   Class = "trace_columns"   // no columns hold latitude and longitude
	TraceAddresses Class = "trace_addresses" // it has addresses and no coordinates
	TraceOldExcel  Class = "trace_old_excel" // it is a workbook of Excel 2003 or older
	TraceRecipe    Class = "trace_recipe"    // the recipe of the table cannot be used
	TraceProjected Class = "trace_projected" // the coordinates are metres in a projection
	TraceTooLarge  Class = "trace_too_large" // it is too long, or has too many points or trips

	// The sources of a map cannot be imported.
	NoSource       Class = "no_source"       // neither roads nor units are given
	MapTooLarge    Class = "map_too_large"   // there are too many roads for one map
	OSMFormat      Class = "osm_format"      // the file is not an OpenStreetMap extract
	OSMCorrupt     Class = "osm_corrupt"     // the extract is damaged
	OSMTruncated   Class = "osm_truncated"   // the extract ends too early
	OSMEmpty       Class = "osm_empty"       // the extract holds nothing to import
	UnitsFormat    Class = "units_format"    // the file is not a readable one of borders
	UnitsCorrupt   Class = "units_corrupt"   // the file of borders is damaged
	UnitsSwapped   Class = "units_swapped"   // latitude and longitude are swapped
	UnitsProjected Class = "units_projected" // the coordinate system is not known
	UnitsNothing   Class = "units_nothing"   // no feature is a ward in force
	UnitsTangled   Class = "units_tangled"   // the outlines cross too often

	// The map of a country cannot be installed.
	NoNetwork      Class = "no_network"      // the connection fails, or the server is busy
	NoDownload     Class = "no_download"     // the server answers, but not with the file
	BadDownload    Class = "bad_download"    // the file arrives damaged
	NoSpace        Class = "no_space"        // the disk has too little free space for it
	InstallRunning Class = "install_running" // another process installs a map
	NothingThere   Class = "nothing_there"   // the map has nothing in a region
	MapSmaller     Class = "map_smaller"     // the new map lacks much of the one in use

	// The workspace cannot be used.
	WorkspaceNewer   Class = "workspace_newer"   // a newer version of the program wrote it
	WorkspaceDamaged Class = "workspace_damaged" // it contradicts itself, or is another file
	WorkspaceNetwork Class = "workspace_network" // it is on another machine

	// The trips cannot be joined.
	TripsConflict Class = "trips_conflict" // they are at two places at one time, or lack times

	// The fare cannot be computed.
	Tariff Class = "tariff" // the tariff is no tariff, contradicts itself, or costs too much

	// The zone or named place cannot be kept.
	SiteShape Class = "site_shape" // it has no valid shape

	// The table of vehicles and drivers cannot be read.
	RegisterFormat   Class = "register_format"    // it is no table, or is damaged
	RegisterColumns  Class = "register_columns"   // no columns hold plates or drivers
	RegisterValue    Class = "register_value"     // a cell cannot be used
	RegisterTooLarge Class = "register_too_large" // it has too many bytes, rows or columns

	// The result cannot be written.
	FileFormat   Class = "file_format"    // the format does not exist, or not in this form
	FilePlace    Class = "file_place"     // no file can be put there
	FileTooLarge Class = "file_too_large" // there is more than the format can hold

	// The system refuses.
	NoFile       Class = "no_file"       // the file or folder does not exist
	NoPermission Class = "no_permission" // reading or writing is not allowed
	DiskFull     Class = "disk_full"

	// The caller stopped the work.
	Canceled Class = "canceled"
	TimedOut Class = "timed_out"
)

// All returns every class.
func All() []Class {
	return []Class{
		Internal, NoMap, NoRoads, NoBorders, PackFormat, PackVersion, PackCorrupt, PackFault, PackClosed, NoRoad, NoRoute, TooNoisy, TooShort, TraceFormat, TraceUnknown, TraceEmpty, TraceWaypoints, TraceColumns, TraceAddresses, TraceOldExcel, TraceProjected, TraceRecipe, TraceTooLarge, NoSource, MapTooLarge, OSMFormat, OSMCorrupt, OSMTruncated, OSMEmpty, UnitsFormat, UnitsCorrupt, UnitsSwapped, UnitsProjected, UnitsNothing, UnitsTangled, NoNetwork, NoDownload, BadDownload, NoSpace, InstallRunning, NothingThere, MapSmaller, WorkspaceNewer, WorkspaceDamaged, WorkspaceNetwork, TripsConflict, Tariff, SiteShape, RegisterFormat, RegisterColumns, RegisterValue, RegisterTooLarge, FileFormat, FilePlace, FileTooLarge, NoFile, NoPermission, DiskFull, Canceled, TimedOut,
	}
}

// sentinel is an error with a class. A narrower error has the wider one as parent.
type sentinel struct {
	class  Class
	text   string
	parent error
}

func (s *sentinel) Error() string {
	if s.parent != nil {
		return s.parent.Error() + ": " + s.text
	}
	return s.text
}

func (s *sentinel) Unwrap() error { return s.parent }

// New returns an error of class c, to be kept as a sentinel.
func New(c Class, text string) error { return &sentinel{class: c, text: text} }

// Narrow returns an error of class c that is also parent, for errors.Is.
func Narrow(parent error, c Class, text string) error {
	return &sentinel{class: c, text: text, parent: parent}
}

// Of returns the class of err: that of the outermost sentinel that err wraps, else that
// of the standard library's error that it wraps, else Internal. It is "" for nil.
func Of(err error) Class {
	if err == nil {
		return ""
	}
	var s *sentinel
	if errors.As(err, &s) {
		return s.class
	}
	for _, row := range []struct {
		err   error
		class Class
	}{
		{context.Canceled, Canceled},
		{context.DeadlineExceeded, TimedOut},
		{syscall.ENOSPC, DiskFull},
		{fs.ErrNotExist, NoFile},
		{fs.ErrPermission, NoPermission},
	} {
		if errors.Is(err, row.err) {
			return row.class
		}
	}
	return Internal
}
