// SPDX-License-Identifier: MIT

// Package find is the search box on the map: streets, places, addresses, units,
// coordinates and links in one field. Model has its state; Box shows it.
package find
