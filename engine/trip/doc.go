// Package trip says what a matched trip means: how far and how long it was in
// each ward, and what of it is unexplained.
package trip
