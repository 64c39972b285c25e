package text

import (
	"regexp"
	"strconv"
	"strings"

	"roadsnap/engine/finding"
)

// findingKeys are the sentences for each kind of finding, as keys of Catalogue.
var findingKeys = map[finding.Kind]string{
	finding.CoastHeadToHead:       "report.kind.coast_head_to_head",
	finding.CoastTooLong:          "report.kind.coast_too_long",
	finding.CoastSameSides:        "report.kind.coast_same_sides",
	finding.CoastMissing:          "report.kind.coast_missing",
	finding.CoastOpen:             "report.kind.coast_open",
	finding.CoastTangled:          "report.kind.coast_tangled",
	finding.CoastEnds:             "report.kind.coast_ends",
	finding.SplitWays:             "report.kind.split_ways",
	finding.ShortWays:             "report.kind.short_ways",
	finding.IncompleteAreas:       "report.kind.incomplete_areas",
	finding.InvalidNodes:          "report.kind.invalid_nodes",
	finding.MalformedRestrictions: "report.kind.malformed_restrictions",
	finding.UnknownRestrictions:   "report.kind.unknown_restrictions",
	finding.AmbiguousRestrictions: "report.kind.ambiguous_restrictions",
	finding.MissingUnits:          "report.kind.missing_units",
	finding.VanishedUnits:         "report.kind.vanished_units",
	finding.Overlaps:              "report.kind.overlaps",
	finding.Gaps:                  "report.kind.gaps",
	finding.UnknownUnits:          "report.kind.unknown_units",
	finding.AbolishedUnits:        "report.kind.abolished_units",
	finding.AmbiguousUnits:        "report.kind.ambiguous_units",
	finding.UnnamedUnits:          "report.kind.unnamed_units",
	finding.ConflictUnits:         "report.kind.conflict_units",
	finding.DoubledUnits:          "report.kind.doubled_units",
	finding.NamedUnits:            "report.kind.named_units",
	finding.NoFeature:             "report.kind.no_feature",
	finding.NoArea:                "report.kind.no_area",
	finding.BadCoordinates:        "report.kind.bad_coordinates",
	finding.Swapped:               "report.kind.swapped",
	finding.NotDegrees:            "report.kind.not_degrees",
	finding.OffEarth:              "report.kind.off_earth",
	finding.Abroad:                "report.kind.abroad",
	finding.AbsentProvinces:       "report.kind.absent_provinces",
	finding.ProvinceOutlines:      "report.kind.province_outlines",
	finding.AliasedUnits:          "report.kind.aliased_units",
	finding.RepeatedUnits:         "report.kind.repeated_units",
	finding.OpenRings:             "report.kind.open_rings",
	finding.DroppedRings:          "report.kind.dropped_rings",
	finding.DroppedGeometries:     "report.kind.dropped_geometries",
	finding.MovedVertices:         "report.kind.moved_vertices",
	finding.CutOutlines:           "report.kind.cut_outlines",
	finding.LostVertices:          "report.kind.lost_vertices",
	finding.MissingNodes:          "report.kind.missing_nodes",
	finding.UnbuiltWays:           "report.kind.unbuilt_ways",
	finding.AreaWays:              "report.kind.area_ways",
	finding.OtherWays:             "report.kind.other_ways",
	finding.DuplicateNodes:        "report.kind.duplicate_nodes",
	finding.DuplicateWays:         "report.kind.duplicate_ways",
	finding.DuplicateRelations:    "report.kind.duplicate_relations",
	finding.OutOfOrder:            "report.kind.out_of_order",
	finding.WayRestrictions:       "report.kind.restrictions_via_way",
	finding.OtherRestrictions:     "report.kind.restrictions_for_others",
}

// Doubts says how many findings somebody should look at.
func (w Catalogue) Doubts(list finding.List) string {
	if n := list.Doubts(); n > 0 {
		return w.T("report.doubts", "n", w.Count(n))
	}
	return w.T("report.fine")
}

// manyFiles is how packs call a source of more than two files.
var manyFiles = regexp.MustCompile(`^(.+ … .+) \((\d{1,9}) files\)$`)

// Source says what a pack was made from, as the pack calls it but for the word for its
// files.
func (w Catalogue) Source(source string) string {
	parts := manyFiles.FindStringSubmatch(source)
	if parts == nil {
		return source
	}
	n, _ := strconv.Atoi(parts[2]) // digits that fit
	return w.T("maps.source_files", "names", parts[1], "n", w.Count(n))
}

// ItemLine says in one line what an item is, how large, and where it comes from.
func (w Catalogue) ItemLine(kind finding.Kind, item finding.Item) string {
	parts := []string{w.ItemName(item)}
	for _, part := range []string{w.ItemSize(kind, item), w.ItemSource(item)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if item.Name != "" && !item.Bounds.Empty() {
		parts = append(parts, Coordinates(item.Bounds.Center()))
	}
	return strings.Join(parts, " · ")
}

// ItemName says what an item is: by its name, or else by where it is.
func (w Catalogue) ItemName(item finding.Item) string {
	switch {
	case item.Name != "":
		return item.Name
	case !item.Bounds.Empty():
		return Coordinates(item.Bounds.Center())
	case item.File != "" || item.Way != 0 || item.Relation != 0:
		return w.T("report.nameless")
	}
	return "–"
}

// ItemSize says how large an item is, "" if it has no size, or none that is known.
func (w Catalogue) ItemSize(kind finding.Kind, item finding.Item) string {
	if item.Size == 0 {
		return ""
	}
	switch kind.Measures() {
	case finding.Areas:
		return w.Area(item.Size)
	case finding.Lengths:
		return w.Number(item.Size, 2) + " m"
	default:
		return ""
	}
}

// ItemSource says what the source calls an item, "" if it does not.
func (w Catalogue) ItemSource(item finding.Item) string {
	switch {
	case item.File != "":
		return w.T("report.feature", "file", item.File, "n", w.Count(item.Feature))
	case item.Way != 0:
		return w.T("report.way", "id", item.Way)
	case item.Relation != 0:
		return w.T("report.relation", "id", item.Relation)
	default:
		return ""
	}
}

// Finding says what was found, in a sentence.
func (w Catalogue) Finding(f finding.Finding) string {
	key, known := findingKeys[f.Kind]
	if !known {
		return w.T("report.later", "kind", f.Kind)
	}
	return w.T(key)
}
