// SPDX-License-Identifier: MIT

// Package boundary divides land among areas. From the polygons of neighbours it
// builds each border between them once, as an arc. Areas therefore meet without gaps
// or overlaps, groups of areas have the borders of their members, and simplified
// borders remain shared. The package also finds the area at a point.
//
// Areas are numbers here. Package units gives them names.
//
// # Terms
//
//   - An area is an element of the land that Build divides (a ward). A group is several
//     areas (a province). The land of an area or group is its part of the division.
//   - An outline goes round one area in the source, or round one land in the division. It
//     consists of rings: an outer ring and its holes make a polygon.
//   - A segment joins two vertices. An edge is a segment of outlines, with the set of parts
//     whose outlines run along it. A line is several segments, one after another.
//   - An arc is a line from node to node that separates two owners. A half (half-edge) is a
//     line or arc in one of its two directions.
//   - A border is where two owners meet. In the exported API it is an arc.
//   - The owner of a face, of one side of an arc, or of a point is an area, or nobody.
//   - A unit is the unit of geo.Fixed, never an administrative unit.
//
// # How Build works
//
// Build splits the outlines into edges, each with the parts whose outlines run along
// it (edge.go). Neighbours that were drawn separately are snapped within a tolerance:
// vertices move onto vertices, and borders bend to vertices that they pass (snap.go).
// Edges that still cross are cut there, so that they meet only in their ends
// (crossing.go). Edges are then joined into lines from node to node (trace.go).
//
// The lines divide the plane into faces (half.go, face.go). The parts that cover a
// face are those whose outlines are crossed an odd number of times on a way into it
// from outside. Neither the direction of rings nor their self-intersections matter
// therefore. A face that several areas cover goes to the smallest of them, unless
// the sizes that they should have decide otherwise (settle.go). A face that none covers
// is a gap. Both are reported (owner.go, report.go). The lines along
// which the owner changes are the arcs. The polygons of areas and groups are
// assembled from arcs (outline.go).
//
// # Levels
//
// The coarser levels leave out vertices of arcs (generalise.go, thin.go). A vertex is
// removed only if no other vertex lies in the triangle that it forms with its
// neighbours. Everything therefore stays on its side of the border.
//
// # In a pack
//
// Net reads a division in place: opening it decodes nothing. A grid whose cells hold
// pieces of arcs locates points (locator.go). A pack may hold several divisions, each
// of its own family (section.go).
//
// All geometry is exact: coordinates are integers of 1e-7 degree, and the side of a
// segment on which a point lies is computed with as many bits as needed
// (predicate.go). Only distances and sizes are floating point.
package boundary
