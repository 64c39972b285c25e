// SPDX-License-Identifier: MIT

// Package sites draws the places that the user has named: a circle with the radius of each,
// and its name.
package sites
