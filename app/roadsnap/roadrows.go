// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strconv"

	"roadsnap/engine/coast"
	"roadsnap/engine/osmimport"
)

// roadRows lists the counts of an import of roads, and the repairs that it made.
func roadRows(r osmimport.Report) [][2]string {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	rows := [][2]string{
		{"source", fmt.Sprintf("%s, %s", r.Source.Name, byteSize(r.Source.Bytes))},
		{"nodes, ways, relations", fmt.Sprintf("%d, %d, %d", r.Nodes, r.Ways, r.Relations)},
		{"highway ways", number(r.HighwayWays)},
		{"roads", fmt.Sprintf("%d ways, %d junctions, %d links, %d km", r.Graph.Ways, r.Graph.Nodes, r.Graph.Links, int64(r.Graph.Length/1000))}, // cut, as in the pack
		{"turn restrictions", fmt.Sprintf("%d of %d in force", r.Graph.Restrictions.Applied, r.Restrictions)},
		{"map features", number(r.Features)},
	}
	for _, sign := range r.SignsOfCut {
		rows = append(rows, [2]string{"seems to be cut off", sign})
	}
	for _, repair := range []struct {
		name  string
		count int64
	}{
		{"ferries", r.FerryWays},
		{"not built (yet), left out", r.UnbuiltWays},
		{"squares drawn as areas, left out", r.AreaWays},
		{"other highways, left out", r.OtherWays},
		{"duplicate nodes", r.DuplicateNodes},
		{"duplicate ways", r.DuplicateWays},
		{"out of order", r.OutOfOrder},
		{"invalid nodes", r.InvalidNodes},
		{"references to missing nodes", r.MissingNodes},
		{"ways cut where nodes are missing", r.SplitWays},
		{"ways of less than two nodes, left out", r.ShortWays},
		{"restrictions over ways, in force", int64(r.Graph.Restrictions.ViaWay)},
		{"barriers, in force", int64(r.Graph.Barriers.Applied)},
		{"barriers at junctions, left out", int64(r.Graph.Barriers.AtJunctions)},
		{"restrictions at certain hours, for warnings", r.RestrictionsTimed},
		{"restrictions for others, left out", r.RestrictionsForOthers},
		{"restrictions that make no sense, left out", r.RestrictionsMalformed},
		{"restrictions on roads not here, left out", int64(r.Graph.Restrictions.Unknown)},
		{"restrictions of unclear place, left out", int64(r.Graph.Restrictions.Ambiguous)},
		{"areas with a broken outline, left out", r.IncompleteAreas},
	} {
		if repair.count > 0 {
			rows = append(rows, [2]string{repair.name, number(repair.count)})
		}
	}
	return append(rows, coastRows(r.Coast)...)
}

// maxEnds is how many loose ends of a coastline are listed.
const maxEnds = 10

// coastRows lists the state of the coastline, and where it is broken.
func coastRows(r *coast.Report) (rows [][2]string) {
	add := func(name, format string, values ...any) {
		rows = append(rows, [2]string{name, fmt.Sprintf(format, values...)})
	}
	place := func(p coast.Place) string { return fmt.Sprintf("way %d at %.6f, %.6f", p.Way, p.Lat, p.Lon) }
	switch {
	case r == nil:
		return nil
	case r.Fault != "":
		add("coastline, left out", "%s: %s", r.Fault, place(r.FaultAt))
	case !r.Told:
		add("coastline", "%d ways, none that tells land from sea in the area of the map", r.Ways)
	default:
		add("coastline", "%d ways, %.0f km² of sea and %.0f km² of land", r.Ways, r.SeaKM2, r.AreaKM2-r.SeaKM2)
	}
	for i, e := range r.Ends {
		if i == maxEnds {
			add("", "%d more", len(r.Ends)-i)
			break
		}
		add("coastline ends within the map", "%s", place(e))
	}
	return rows
}
