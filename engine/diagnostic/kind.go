package diagnostic

import "slices"

// Kind says what was found. It is what a pack calls it, and never changes.
type Kind string

// The kinds that somebody should look at, the gravest first.
const (
	CoastHeadToHead Kind = "coast_head_to_head" // two coastlines end where both end, or begin where both begin
	CoastTooLong    Kind = "coast_too_long"     // a coastline runs straight on for too far
	CoastSameSides  Kind = "coast_same_sides"   // land, or sea, on both sides of a coastline
	CoastMissing    Kind = "coast_missing"      // land and sea meet without a coastline
	CoastOpen       Kind = "coast_open"         // coastlines do not close
	CoastTangled    Kind = "coast_tangled"      // coastlines cross one another
	CoastEnds       Kind = "coast_ends"         // a coastline begins or ends within the map

	SplitWays             Kind = "split_ways"             // roads cut where nodes are missing
	ShortWays             Kind = "short_ways"             // roads of which less than two nodes are left
	IncompleteAreas       Kind = "incomplete_areas"       // areas with a broken outline
	InvalidNodes          Kind = "invalid_nodes"          // nodes that are not on the Earth
	MalformedRestrictions Kind = "malformed_restrictions" // turn restrictions that make no sense
	UnknownRestrictions   Kind = "unknown_restrictions"   // turn restrictions on roads that are not there
	AmbiguousRestrictions Kind = "ambiguous_restrictions" // turn restrictions of unclear place

	MissingUnits   Kind = "missing_units"  // wards without an outline in provinces that have others
	VanishedUnits  Kind = "vanished_units" // wards with an outline of which nothing is left
	Overlaps       Kind = "overlaps"       // land that several wards claim
	Gaps           Kind = "gaps"           // enclosed land that no ward has
	UnknownUnits   Kind = "unknown_units"
	AbolishedUnits Kind = "abolished_units" // units of a kind that ended in July 2025
	AmbiguousUnits Kind = "ambiguous_units" // their name is that of several wards
	UnnamedUnits   Kind = "unnamed_units"
	ConflictUnits  Kind = "conflict_units" // code and province contradict each other
	DoubledUnits   Kind = "doubled_units"  // wards with two outlines that differ
	NamedUnits     Kind = "named_units"    // recognised by their name alone: the code is another one

	NoFeature      Kind = "no_feature"      // what stands among features and is none
	NoArea         Kind = "no_area"         // features that have no area
	BadCoordinates Kind = "bad_coordinates" // coordinates that are not written as GeoJSON has them
	Swapped        Kind = "swapped"         // latitude and longitude are exchanged
	NotDegrees     Kind = "not_degrees"     // projected coordinates
	OffEarth       Kind = "off_earth"       // some positions are not on the Earth
	Abroad         Kind = "abroad"          // features that reach out of Vietnam
)

// The kinds that are as they should be, or were mended without harm.
const (
	AbsentProvinces    Kind = "absent_provinces"   // provinces of which no ward has an outline
	ProvinceOutlines   Kind = "province_outlines"  // not used: provinces are made of their wards
	AliasedUnits       Kind = "aliased_units"      // recognised by the code of another list
	RepeatedUnits      Kind = "repeated_units"     // wards with the same outline twice
	OpenRings          Kind = "open_rings"         // features that had some, which were closed
	DroppedRings       Kind = "dropped_rings"      // features that had some of less than three corners
	DroppedGeometries  Kind = "dropped_geometries" // features that had lines or points beside areas
	MovedVertices      Kind = "moved_vertices"     // onto a neighbour's
	CutOutlines        Kind = "cut_outlines"       // where they cross
	LostVertices       Kind = "lost_vertices"      // of spikes
	MissingNodes       Kind = "missing_nodes"      // references to nodes that are not there; what roads and areas suffer is told of them
	UnbuiltWays        Kind = "unbuilt_ways"       // planned, under construction, or gone
	AreaWays           Kind = "area_ways"          // squares drawn by their outline
	OtherWays          Kind = "other_ways"         // platforms and the like
	DuplicateNodes     Kind = "duplicate_nodes"
	DuplicateWays      Kind = "duplicate_ways"
	DuplicateRelations Kind = "duplicate_relations"
	OutOfOrder         Kind = "out_of_order"            // objects behind one of a higher id
	WayRestrictions    Kind = "restrictions_via_way"    // turn restrictions by way of a way
	OtherRestrictions  Kind = "restrictions_for_others" // for lorries or buses, or at certain hours
)

// doubts and routines are all kinds, in the order in which they are shown.
var (
	doubts = []Kind{
		CoastHeadToHead, CoastTooLong, CoastSameSides, CoastMissing, CoastOpen, CoastTangled, CoastEnds,
		SplitWays, ShortWays, IncompleteAreas, InvalidNodes, MalformedRestrictions,
		UnknownRestrictions, AmbiguousRestrictions, MissingUnits, VanishedUnits, Overlaps, Gaps,
		UnknownUnits, AbolishedUnits, AmbiguousUnits, UnnamedUnits, ConflictUnits, DoubledUnits,
		NamedUnits, NoFeature, NoArea, BadCoordinates, Swapped, NotDegrees, OffEarth, Abroad,
	}
	routines = []Kind{
		AbsentProvinces, ProvinceOutlines, AliasedUnits, RepeatedUnits, OpenRings, DroppedRings,
		DroppedGeometries, MovedVertices, CutOutlines, LostVertices, MissingNodes, UnbuiltWays, AreaWays, OtherWays,
		DuplicateNodes, DuplicateWays, DuplicateRelations, OutOfOrder, WayRestrictions,
		OtherRestrictions,
	}
)

// Kinds returns all kinds, the gravest first.
func Kinds() []Kind { return slices.Concat(doubts, routines) }

// Routine reports whether k is as it should be, or was mended without harm: nobody
// needs to look at it. Of a kind that this version does not know that is not known.
func (k Kind) Routine() bool { return slices.Contains(routines, k) }

// Measure is what the size of an item is.
type Measure int

// The measures.
const (
	Unmeasured Measure = iota
	Areas              // m²
	Lengths            // m
)

// Measures returns what the sizes of items of the kind are.
func (k Kind) Measures() Measure {
	switch k {
	case Gaps, Overlaps:
		return Areas
	case MovedVertices:
		return Lengths
	default:
		return Unmeasured
	}
}
