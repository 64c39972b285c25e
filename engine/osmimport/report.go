package osmimport

import (
	"math"
	"time"

	"roadsnap/engine/coast"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// Report says what was found in a file and what became of it.
type Report struct {
	Source Source     `json:"source"`
	Bounds geo.Bounds `json:"bounds"` // of all that was imported

	// What the file holds.
	Nodes     int64 `json:"nodes"`
	Ways      int64 `json:"ways"`
	Relations int64 `json:"relations"`

	// Ways by what their tags make of them: all with a highway tag, ferries
	// without one, and those of the first that are no roads.
	HighwayWays int64 `json:"highway_ways"`
	FerryWays   int64 `json:"ferry_ways"`
	UnbuiltWays int64 `json:"unbuilt_ways"` // planned, under construction, or gone
	AreaWays    int64 `json:"area_ways"`    // squares drawn by their outline
	OtherWays   int64 `json:"other_ways"`   // highway=platform and the like

	// Faults that were mended.
	DuplicateNodes     int64 `json:"duplicate_nodes"`     // further copies of nodes that roads or layers use
	DuplicateWays      int64 `json:"duplicate_ways"`      // further copies of ways: the highest version counts, then the first
	DuplicateRelations int64 `json:"duplicate_relations"` // further copies of restrictions and areas: the first counts
	OutOfOrder         int64 `json:"out_of_order"`        // nodes and ways behind one of a higher id
	InvalidNodes       int64 `json:"invalid_nodes"`       // without a position on the Earth
	MissingNodes       int64 `json:"missing_nodes"`       // references of roads and layers to nodes that are not there
	SplitWays          int64 `json:"split_ways"`          // roads cut in pieces, or shortened, where nodes are missing
	ShortWays          int64 `json:"short_ways"`          // roads of which less than two different nodes are left

	// Turn restrictions: all of them, and those that could not be used. Of the
	// rest Graph.Restrictions tells.
	Restrictions          int64 `json:"restrictions"`
	RestrictionsViaWay    int64 `json:"restrictions_via_way"`    // by way of a way; not supported
	RestrictionsForOthers int64 `json:"restrictions_for_others"` // for lorries or buses, or at certain hours
	RestrictionsMalformed int64 `json:"restrictions_malformed"`  // members or value make no sense

	// Layers of the map.
	Features        int64 `json:"features"` // lines, areas and places
	Places          int64 `json:"places"`
	IncompleteAreas int64 `json:"incomplete_areas"` // areas some of whose outline is missing

	// Coast says what the coastline tells of land and sea; nil without one.
	Coast *coast.Report `json:"coast,omitempty"`

	// Graph is what the roads became.
	Graph road.Stats `json:"graph"`

	// faulty are, of faults that have a place, the first.
	faulty map[diagnostic.Kind]*diagnostic.Diagnostic
}

// Source says what a map was made from.
type Source struct {
	Name   string `json:"name"` // of the file, without folder
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // hexadecimal, of the file as it is
	// Time is the state of the data: the time of replication that a PBF file
	// tells, else that of its newest object; zero if there is neither.
	Time time.Time `json:"time,omitzero"`
}

// counts returns the figures that a pack keeps about its making.
func (r *Report) counts() map[string]int64 {
	counts := map[string]int64{
		"osm_nodes": r.Nodes, "osm_ways": r.Ways, "osm_relations": r.Relations,
		"highway_ways": r.HighwayWays, "ferry_ways": r.FerryWays,
		"road_ways": int64(r.Graph.Ways), "road_nodes": int64(r.Graph.Nodes), "road_links": int64(r.Graph.Links),
		"road_length_km":    int64(r.Graph.Length / 1000),
		"turn_restrictions": int64(r.Graph.Restrictions.Applied),
		"map_features":      r.Features, "map_places": r.Places,
		"duplicate_nodes": r.DuplicateNodes, "duplicate_ways": r.DuplicateWays,
		"missing_nodes": r.MissingNodes, "short_ways": r.ShortWays,
	}
	if c := r.Coast; c != nil && c.Told {
		counts["coast_sea_km2"] = int64(math.Round(c.SeaKM2))
		counts["coast_land_km2"] = int64(math.Round(c.AreaKM2 - c.SeaKM2))
	}
	return counts
}
