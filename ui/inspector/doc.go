// SPDX-License-Identifier: MIT

// Package inspector implements the pane next to the map that shows the record of the
// selection: a trip, a unit, a map or a clicked place. The panels build records as Cards;
// the inspector does not depend on their contents.
package inspector
