// SPDX-License-Identifier: MIT

package osmimport

import (
	"math"
	"time"

	"roadsnap/engine/coast"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// Report describes the contents of a file and the result of its import.
type Report struct {
	Source Source     `json:"source"`
	Bounds geo.Bounds `json:"bounds"` // of all imported features

	// Objects in the file.
	Nodes     int64 `json:"nodes"`
	Ways      int64 `json:"ways"`
	Relations int64 `json:"relations"`

	// Ways by their tags: all with a highway tag, ferries without one, and ways
	// with a highway tag that are not roads.
	HighwayWays int64 `json:"highway_ways"`
	FerryWays   int64 `json:"ferry_ways"`
	UnbuiltWays int64 `json:"unbuilt_ways"` // planned, under construction, or gone
	AreaWays    int64 `json:"area_ways"`    // squares mapped as areas
	OtherWays   int64 `json:"other_ways"`   // highway=platform and the like

	// SignsOfCut are the reasons to believe that the file is cut off, in English. They are
	// none unless Options.Partial is set.
	SignsOfCut []string `json:"signs_of_cut,omitempty"`

	// Faults that were repaired.
	DuplicateNodes     int64 `json:"duplicate_nodes"`     // further copies of nodes that roads or layers use
	DuplicateWays      int64 `json:"duplicate_ways"`      // further copies of ways: the highest version is used, then the first
	DuplicateRelations int64 `json:"duplicate_relations"` // further copies of restrictions and areas: the first is used
	OutOfOrder         int64 `json:"out_of_order"`        // nodes and ways after one with a higher id
	InvalidNodes       int64 `json:"invalid_nodes"`       // without a position on Earth
	MissingNodes       int64 `json:"missing_nodes"`       // references of roads and layers to nodes not in the file
	SplitWays          int64 `json:"split_ways"`          // roads split or shortened at missing nodes
	ShortWays          int64 `json:"short_ways"`          // roads with fewer than two different nodes left

	// Turn restrictions: all of them, those that lead over ways, and those that were not
	// used. Graph.Restrictions describes the rest.
	Restrictions          int64 `json:"restrictions"`
	RestrictionsViaWay    int64 `json:"restrictions_via_way"`    // with one or several ways as via
	RestrictionsTimed     int64 `json:"restrictions_timed"`      // at certain hours; for warnings, because a trip may be of any hour
	RestrictionsForOthers int64 `json:"restrictions_for_others"` // for other vehicles, such as coaches
	RestrictionsMalformed int64 `json:"restrictions_malformed"`  // invalid members or value

	// Layers of the map.
	Features        int64 `json:"features"` // lines, areas and points
	Places          int64 `json:"places"`
	Buildings       int64 `json:"buildings"`
	POIs            int64 `json:"pois"`             // points of interest
	HouseNumbers    int64 `json:"house_numbers"`    // of nodes and areas
	IncompleteAreas int64 `json:"incomplete_areas"` // areas with part of their outline missing

	// Coast is the report on the coastline; nil without one.
	Coast *coast.Report `json:"coast,omitempty"`

	// Borders are the administrative units of the file, see Options.BorderLevels.
	Borders []Border `json:"-"`

	// Graph describes the road graph.
	Graph road.Stats `json:"graph"`

	// faulty holds the first places of each fault that has places.
	faulty map[diagnostic.Kind]*diagnostic.Diagnostic
}

// Source describes the file of a map.
type Source struct {
	Name   string `json:"name"` // file name without folder
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // of the file, hexadecimal
	// Time is the time of the data: the replication time in a PBF file, else the
	// time of the newest object, else zero.
	Time time.Time `json:"time,omitzero"`
}

// counts returns the counts for the metadata of the pack.
func (r *Report) counts() map[string]int64 {
	counts := map[string]int64{
		"osm_nodes": r.Nodes, "osm_ways": r.Ways, "osm_relations": r.Relations,
		"highway_ways": r.HighwayWays, "ferry_ways": r.FerryWays,
		"road_ways": int64(r.Graph.Ways), "road_nodes": int64(r.Graph.Nodes), "road_links": int64(r.Graph.Links),
		"road_length_km":    int64(r.Graph.Length / 1000),
		"turn_restrictions": int64(r.Graph.Restrictions.Applied),
		"map_features":      r.Features, "map_places": r.Places,
		"map_buildings": r.Buildings, "map_pois": r.POIs, "map_house_numbers": r.HouseNumbers,
		"duplicate_nodes": r.DuplicateNodes, "duplicate_ways": r.DuplicateWays,
		"missing_nodes": r.MissingNodes, "short_ways": r.ShortWays,
	}
	if c := r.Coast; c != nil && c.Told {
		counts["coast_sea_km2"] = int64(math.Round(c.SeaKM2))
		counts["coast_land_km2"] = int64(math.Round(c.AreaKM2 - c.SeaKM2))
	}
	return counts
}
