// SPDX-License-Identifier: MIT

// Package style defines the look of the map: the colours, widths, dashes, fonts
// and zoom levels of everything that is drawn. Parse reads a light and a dark
// Theme from a JSON file (assets/style/map.json). The package draws nothing
// itself.
package style
