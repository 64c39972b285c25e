// Package boundary divides land among areas. From the polygons of neighbours it
// builds each border between them once, as an arc, so that areas meet without
// gaps or overlaps, whole groups of areas have the borders of their members, and
// simpler borders for smaller scales remain shared. It finds the area at a point.
//
// The package knows areas by number and nothing of what they are: package units
// gives them names.
package boundary
