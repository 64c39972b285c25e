// Package boundary divides land among areas. From the polygons of neighbours it
// builds each border between them once, as an arc, so that areas meet without
// gaps or overlaps, whole groups of areas have the borders of their members, and
// simpler borders for smaller scales remain shared. It finds the area at a point.
//
// The package knows areas by number and nothing of what they are: package units
// gives them names.
//
// # Words
//
//   - An area is what Build is given to divide the land among (a ward); a group is
//     several of them (a province). The land of either is what a division gives it.
//   - An outline goes round one area as a source drew it, or round one land as it is
//     now: rings, of which the outer and its holes make a polygon.
//   - A segment joins two vertices. An edge is a segment of outlines with whose they
//     are; a line is several, one after another; an arc is a line that parts two
//     owners, from node to node. A half is a line or arc seen in one direction.
//   - A border is where two owners meet: an arc, for those who use the package.
//   - Of faces, arcs and points one asks for the owner: an area, or nobody.
//   - A unit is that of geo.Fixed, never one of administration.
//
// # How a division comes about
//
// Build takes the outlines apart into segments, each once, with the parts of
// areas whose outlines run along it (edge.go). Neighbours that were drawn apart
// are brought together within a tolerance: vertices move onto vertices, and
// borders bend to vertices that they pass (snap.go). Segments that still cross
// are cut there (crossing.go), so that they meet in their ends alone, and are
// joined into lines from node to node (trace.go).
//
// The lines divide the plane into faces (half.go, face.go). Whoever walks from
// the outside into a face crosses the outlines of the parts that cover it: an
// outline crossed twice counts for nothing. So it does not matter in which
// direction rings run, nor whether they cross themselves. A face that several
// areas cover goes to the smallest of them; one that none covers is a gap; both
// are reported (owner.go, report.go). The lines along which the owner changes
// are the arcs, and polygons are put together from them again, of areas and of
// groups alike (outline.go).
//
// # Levels
//
// The lighter levels leave out vertices of arcs, never of rings (generalise.go,
// thin.go). A vertex goes only if no other lies in the triangle that it spans
// with its neighbours, which keeps everything on the side where it was.
//
// # In a pack
//
// Net reads a division in place: nothing is decoded when it is opened. Points are
// located by a grid whose cells hold the pieces of arcs in them (locator.go). A pack
// may hold several divisions, each of a family of its own (section.go).
//
// All geometry is exact: coordinates are whole numbers of 1e-7 degree, and which
// side of a segment a point lies on is found with as many bits as it takes
// (predicate.go). Only distances and areas are floating point.
package boundary
