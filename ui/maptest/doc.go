// Package maptest has what the tests of the map's drawing share: the shipped themes
// and fonts, a small town made by hand, a city made at random, and the comparison
// with golden pictures.
package maptest
