// Package road is the directed road graph that traces are matched to: flat
// arrays mapped from a pack, an index for the nearest roads, a bounded search
// from one position to many, and the builder that cuts ways into links.
//
// # Vocabulary
//
// A node is a place where links meet: a junction, the end of a way, or a point
// where a loop had to be cut. A link is the undirected piece of one way between
// two nodes, with its geometry in the way's drawing direction. An edge is a link
// travelled in one direction; every link has both, and Access says who may use
// each. A way is what the links of one stretch of road share: name, class,
// speed limit, and the id it has in OpenStreetMap.
//
// # Layout
//
// Nodes are numbered along a Hilbert curve and links by their nodes, so that
// what is near on the ground is near in memory. Coordinates are fixed point
// (1e-7 degree), lengths are whole centimetres. All arrays are views of the
// mapped file: a graph of a country opens in microseconds and costs no heap.
// engine/pack/FORMAT.md gives every byte.
//
// # Concurrency
//
// A Graph is read-only and safe for concurrent use. A Search is a workspace for
// one goroutine.
package road
