// SPDX-License-Identifier: MIT

package diagnostic

import "slices"

// Kind is a kind of finding. Its value is stored in packs and never changes.
type Kind string

// The kinds that the user should check, most serious first.
const (
	CoastHeadToHead Kind = "coast_head_to_head" // two coastlines end where both end, or begin where both begin
	CoastTooLong    Kind = "coast_too_long"     // a coastline has a segment that is too long
	CoastSameSides  Kind = "coast_same_sides"   // land, or sea, on both sides of a coastline
	CoastMissing    Kind = "coast_missing"      // land and sea meet without a coastline
	CoastOpen       Kind = "coast_open"         // coastlines do not close
	CoastTangled    Kind = "coast_tangled"      // coastlines cross one another
	CoastEnds       Kind = "coast_ends"         // a coastline begins or ends within the map

	SplitWays             Kind = "split_ways"             // roads cut where nodes are missing
	ShortWays             Kind = "short_ways"             // roads with fewer than two nodes left
	IncompleteAreas       Kind = "incomplete_areas"       // areas with a broken outline
	InvalidNodes          Kind = "invalid_nodes"          // nodes that are not on Earth
	MalformedRestrictions Kind = "malformed_restrictions" // turn restrictions with invalid members or value
	UnknownRestrictions   Kind = "unknown_restrictions"   // turn restrictions on roads that are not in the graph
	AmbiguousRestrictions Kind = "ambiguous_restrictions" // turn restrictions without a unique place

	MissingUnits   Kind = "missing_units"  // wards without an outline in provinces that have others
	VanishedUnits  Kind = "vanished_units" // wards whose outline has no area left
	Overlaps       Kind = "overlaps"       // land within the outlines of several wards
	Gaps           Kind = "gaps"           // enclosed land without a ward
	UnknownUnits   Kind = "unknown_units"
	AbolishedUnits Kind = "abolished_units" // units of a kind that ended in July 2025
	AmbiguousUnits Kind = "ambiguous_units" // units whose name fits several wards
	UnnamedUnits   Kind = "unnamed_units"
	ConflictUnits  Kind = "conflict_units" // code and province contradict each other
	DoubledUnits   Kind = "doubled_units"  // wards with two outlines that differ
	BrokenUnits    Kind = "broken_units"   // wards whose border in the extract is not whole
	NamedUnits     Kind = "named_units"    // units recognised only by name, with a different code

	NoFeature      Kind = "no_feature"      // members of a feature list that are not features
	NoArea         Kind = "no_area"         // features without an area
	BadCoordinates Kind = "bad_coordinates" // coordinates that are not valid GeoJSON
	Swapped        Kind = "swapped"         // latitude and longitude are exchanged
	NotDegrees     Kind = "not_degrees"     // projected coordinates
	OffEarth       Kind = "off_earth"       // some positions are not on Earth
	Abroad         Kind = "abroad"          // features that extend beyond Vietnam
)

// The kinds that are normal, or were repaired without loss.
const (
	AbsentProvinces    Kind = "absent_provinces"   // provinces without any ward outline
	ProvinceOutlines   Kind = "province_outlines"  // not used, because provinces are made of their wards
	AliasedUnits       Kind = "aliased_units"      // units recognised by the code of another list
	RepeatedUnits      Kind = "repeated_units"     // wards with the same outline twice
	OpenRings          Kind = "open_rings"         // features with open rings, which were closed
	DroppedRings       Kind = "dropped_rings"      // features with rings of fewer than three corners
	DroppedGeometries  Kind = "dropped_geometries" // features with lines or points in addition to areas
	MovedVertices      Kind = "moved_vertices"     // vertices moved onto a neighbour's
	CutOutlines        Kind = "cut_outlines"       // outlines cut where they cross
	LostVertices       Kind = "lost_vertices"      // vertices of spikes
	MissingNodes       Kind = "missing_nodes"      // references to nodes not in the file; their effects have their own kinds
	UnbuiltWays        Kind = "unbuilt_ways"       // planned, under construction, or gone
	AreaWays           Kind = "area_ways"          // squares mapped as areas
	OtherWays          Kind = "other_ways"         // platforms and the like
	DuplicateNodes     Kind = "duplicate_nodes"
	DuplicateWays      Kind = "duplicate_ways"
	DuplicateRelations Kind = "duplicate_relations"
	OutOfOrder         Kind = "out_of_order"            // objects after one with a higher id
	WayRestrictions    Kind = "restrictions_via_way"    // turn restrictions with a way as via, in packs of older versions
	TimedRestrictions  Kind = "restrictions_timed"      // turn restrictions at certain hours
	OtherRestrictions  Kind = "restrictions_for_others" // turn restrictions for other vehicles, such as coaches
)

// doubts and routines list all kinds, in display order.
var (
	doubts = []Kind{
		CoastHeadToHead, CoastTooLong, CoastSameSides, CoastMissing, CoastOpen, CoastTangled, CoastEnds,
		SplitWays, ShortWays, IncompleteAreas, InvalidNodes, MalformedRestrictions,
		UnknownRestrictions, AmbiguousRestrictions, MissingUnits, VanishedUnits, Overlaps, Gaps,
		UnknownUnits, AbolishedUnits, AmbiguousUnits, UnnamedUnits, ConflictUnits, DoubledUnits, BrokenUnits,
		NamedUnits, NoFeature, NoArea, BadCoordinates, Swapped, NotDegrees, OffEarth, Abroad,
	}
	routines = []Kind{
		AbsentProvinces, ProvinceOutlines, AliasedUnits, RepeatedUnits, OpenRings, DroppedRings,
		DroppedGeometries, MovedVertices, CutOutlines, LostVertices, MissingNodes, UnbuiltWays, AreaWays, OtherWays,
		DuplicateNodes, DuplicateWays, DuplicateRelations, OutOfOrder, WayRestrictions,
		TimedRestrictions, OtherRestrictions,
	}
)

// Kinds returns all kinds, most serious first.
func Kinds() []Kind { return slices.Concat(doubts, routines) }

// Routine reports whether findings of kind k are normal, or were repaired without
// loss, so that the user need not check them. It returns false for unknown kinds.
func (k Kind) Routine() bool { return slices.Contains(routines, k) }

// Measure is the meaning of the size of an item.
type Measure int

// The measures.
const (
	Unmeasured Measure = iota
	Areas              // m²
	Lengths            // m
)

// Measures returns the meaning of the sizes of items of kind k.
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
