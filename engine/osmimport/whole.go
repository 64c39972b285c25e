// SPDX-License-Identifier: MIT

package osmimport

import (
	"fmt"
	"strings"

	"roadsnap/engine/geo"
)

// A file that was cut between two blocks is valid. These are the limits of what a whole
// file may look like.
const (
	// fewObjects is the number of objects below which nothing is concluded.
	fewObjects = 1000
	// mostLost is the largest share of roads that have none of their nodes in the file.
	// Extracts that are cut out roughly have less than 0.02.
	mostLost = 0.2
	// leastOther is the share of ways that are not roads from which on a file has more
	// than roads, and then relations, too.
	leastOther = 0.05
)

// checkWhole looks for signs that the file ends early or lacks blocks. It returns an
// ErrTruncated with them, or keeps them in the report if the options permit it.
func (im *importer) checkWhole(x extract) error {
	r := &im.report
	signs := x.signsOfCut()
	others := r.Ways - r.HighwayWays - r.FerryWays
	if x.sorted() && r.Relations == 0 && r.Ways >= fewObjects && float64(others) >= leastOther*float64(r.Ways) {
		signs = append(signs, "no relations follow its ways")
	}
	if x.sorted() && r.Ways == 0 && r.Nodes >= fewObjects {
		signs = append(signs, "no ways follow its nodes")
	}
	roads, lost := im.lostRoads()
	if roads >= fewObjects && float64(lost) > mostLost*float64(roads) {
		signs = append(signs, fmt.Sprintf("%d of %d roads have none of their nodes in the file", lost, roads))
	}
	if len(signs) == 0 {
		return nil
	}
	signs = append(signs, fmt.Sprintf("it has %d nodes, %d ways and %d relations", r.Nodes, r.Ways, r.Relations))
	r.SignsOfCut = signs
	if im.options.Partial {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrTruncated, strings.Join(signs, "; "))
}

// lostRoads counts the roads, and those of them that have nodes but none in the file.
func (im *importer) lostRoads() (roads, lost int64) {
	for k := range im.ways.all() {
		if k.use&useRoad == 0 {
			continue
		}
		roads++
		found := k.count == 0
		k.eachID(func(id int64) bool {
			// Most roads have their first node, so that the others need not be looked up.
			found = im.nodes.find(id) != noNode
			return !found
		})
		if !found {
			lost++
		}
	}
	return roads, lost
}

// empty returns the ErrEmpty for a file without roads and features, with the reason.
func (im *importer) empty() error {
	r := &im.report
	roads := r.HighwayWays + r.FerryWays - r.UnbuiltWays - r.AreaWays - r.OtherWays
	switch {
	case r.Ways == 0 && r.Nodes > 0:
		return fmt.Errorf("%w: it has %d nodes but no ways; it may have been cut off", ErrEmpty, r.Nodes)
	case roads > 0 && r.Nodes == 0:
		return fmt.Errorf("%w: it has %d roads but no nodes", ErrEmpty, roads)
	case roads > 0 && r.MissingNodes > 0 && im.roadBox == geo.NoFixedBounds:
		return fmt.Errorf("%w: the nodes of its %d roads are not in the file", ErrEmpty, roads)
	}
	return ErrEmpty
}

// sorted reports whether the blocks of nodes come before those of ways, and these before
// those of relations.
func (x *pbfExtract) sorted() bool {
	var before contents
	for _, f := range x.blocks {
		if f.holds < before && f.holds != 0 {
			return false
		}
		for kind := holdsNodes; kind <= holdsRelations; kind <<= 1 {
			if f.holds&kind != 0 {
				before = kind
			}
		}
	}
	return true
}

// signsOfCut returns a sign if the last block is as full as those before it. Writers fill
// blocks, so that the last one of a whole file is nearly always less full.
func (x *pbfExtract) signsOfCut() []string {
	if len(x.blocks) == 0 {
		return nil
	}
	last := x.blocks[len(x.blocks)-1]
	same, full := 0, 0
	for _, f := range x.blocks {
		if f.holds != last.holds {
			continue
		}
		same++
		if f.objects > last.objects {
			return nil
		}
		if f.objects == last.objects {
			full++
		}
	}
	const least = 3 // blocks, so that the size of a full one is known
	if last.objects < fewObjects || same < least || 2*full < same {
		return nil
	}
	return []string{fmt.Sprintf("its last block is full, with %d objects like those before", last.objects)}
}

// A cut XML file is invalid.

func (x *xmlExtract) sorted() bool         { return false }
func (x *xmlExtract) signsOfCut() []string { return nil }
