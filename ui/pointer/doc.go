// SPDX-License-Identifier: MIT

// Package pointer implements the pointer tools of the map. Tools inspects objects (HitTest
// finds them in the background) or measures (Ruler). It marks the clicked object or the
// measurement on the map and builds the record. Menu is the context menu of a place.
package pointer
