// SPDX-License-Identifier: MIT

// Package road implements the directed road graph that traces are matched to: flat
// arrays mapped from a pack, an index for the nearest roads, a bounded search from one
// position to many, and the builder that cuts ways into links.
//
// # Vocabulary
//
// A node is a place where links meet: a junction, the end of a way, or a point where a
// loop had to be cut. A link is the undirected piece of one way between two nodes, with
// its geometry in the way's drawing direction. An edge is a link travelled in one
// direction; every link has both, and Access gives the permitted travellers of each. A
// way holds the common attributes of its links: name, class, speed limit, and
// OpenStreetMap id.
//
// # Layout
//
// Nodes are numbered along a Hilbert curve and links by their nodes, so that roads
// close on the ground are close in memory. Coordinates are fixed point (1e-7 degree),
// lengths are whole centimetres. All arrays are views of the mapped file: a graph of a
// country opens in microseconds and uses no heap. engine/pack/FORMAT.md specifies every
// byte.
//
// # Concurrency
//
// A Graph is read-only and safe for concurrent use. A Search must not be used
// concurrently.
package road
