// Package style says what the map looks like: the colours, widths, dashes, fonts and
// zoom levels of everything that is drawn. Parse reads them, for light and dark, from
// a JSON file (assets/style/map.json); a Theme is one of the two. It draws nothing.
package style
