package text

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"roadsnap/engine"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geofile"
	"roadsnap/engine/match"
	"roadsnap/engine/osmimport"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
	"roadsnap/engine/trace"
	"roadsnap/engine/unitimport"
	"roadsnap/engine/units"
	"roadsnap/ui/settings"
)

// Notice is what a person is told of a fault: a sentence that says what
// happened and a remedy that says what to do about it, both as keys of Catalogue,
// and the error's own words, which name the place.
type Notice struct {
	Sentence string // a key of Catalogue; empty for no notice
	Remedy   string // a key of Catalogue
	Detail   string
}

// Empty reports whether there is nothing to tell.
func (n Notice) Empty() bool { return n.Sentence == "" }

// notices has a row for each error that the engine may give, the narrower
// before the wider: the first that matches speaks.
var notices = []struct {
	err error
	key string
}{
	{engine.ErrNoMap, "error.no_map"},
	{engine.ErrNoRoads, "error.no_roads"},
	{engine.ErrNoBorders, "error.no_borders"},
	{pack.ErrNotPack, "error.not_pack"},
	{pack.ErrVersion, "error.pack_version"},
	{pack.ErrFault, "error.pack_fault"},
	{pack.ErrCorrupt, "error.pack_corrupt"},
	{pack.ErrNoSection, "error.pack_corrupt"},
	{pack.ErrClosed, "error.no_map"},
	{trace.ErrEmpty, "error.trace_empty"},
	{trace.ErrTooLarge, "error.trace_too_large"},
	{trace.ErrWaypoints, "error.trace_waypoints"},
	{trace.ErrColumns, "error.trace_columns"},
	{trace.ErrUnknownFormat, "error.trace_unknown"},
	{trace.ErrValue, "error.trace_format"},
	{trace.ErrRange, "error.trace_format"},
	{trace.ErrFormat, "error.trace_format"},
	{geofile.ErrFormat, "error.file_format"},
	{geofile.ErrPlace, "error.file_place"},
	{geofile.ErrTooLarge, "error.file_too_large"},
	{geofile.ErrSchema, "error.internal"},
	{geofile.ErrFeature, "error.internal"},
	{road.ErrTooLarge, "error.map_too_large"},
	{match.ErrNoRoad, "error.no_road"},
	{match.ErrNoRoute, "error.no_route"},
	{match.ErrTooNoisy, "error.too_noisy"},
	{match.ErrTooShort, "error.too_short"},
	{match.ErrConfig, "error.internal"},
	{match.ErrProfile, "error.internal"},
	{match.ErrClosed, "error.internal"},
	{match.ErrIndex, "error.internal"},
	{osmimport.ErrTruncated, "error.osm_truncated"},
	{osmimport.ErrFormat, "error.osm_format"},
	{osmimport.ErrCorrupt, "error.osm_corrupt"},
	{osmimport.ErrEmpty, "error.osm_empty"},
	{unitimport.ErrSwapped, "error.units_swapped"},
	{unitimport.ErrProjected, "error.units_projected"},
	{unitimport.ErrFormat, "error.units_format"},
	{unitimport.ErrCorrupt, "error.units_corrupt"},
	{unitimport.ErrNothing, "error.units_nothing"},
	{boundary.ErrTangled, "error.units_tangled"},
	{boundary.ErrArea, "error.internal"},
	{engine.ErrNoSource, "error.no_source"},
	{units.ErrTable, "error.internal"},
	{ErrEnded, "error.map_ended"},
	{settings.ErrDamaged, "error.settings_damaged"},
	{settings.ErrNotKept, "error.settings_not_kept"},
	{syscall.ENOSPC, "error.disk_full"},
	{errNoFolder, "error.no_folder"},
	{fs.ErrNotExist, "error.no_file"},
	{fs.ErrPermission, "error.no_permission"},
}

// Explain turns an error into a notice. One that no row knows is a fault of the
// program.
func Explain(err error) Notice {
	for _, row := range notices {
		if errors.Is(err, row.err) {
			return NoticeOf(row.key, err)
		}
	}
	return NoticeOf("error.internal", err)
}

// errNoFolder is the error of writing a file in a folder that does not exist.
var errNoFolder = errors.New("the folder does not exist")

// Writing returns the error of creating a file, marked for Explain if its folder
// does not exist: the remedy is another one than for a file that cannot be read.
func Writing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", errNoFolder, err)
	}
	return err
}

// NoticeOf returns the notice of a key, with the error's own words.
func NoticeOf(key string, err error) Notice {
	return Notice{Sentence: key, Remedy: key + ".remedy", Detail: err.Error()}
}

// ErrEnded is of packs during whose opening an earlier run ended.
var ErrEnded = errors.New("the program ended while this was being opened or drawn")
