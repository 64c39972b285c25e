// SPDX-License-Identifier: MIT

// Package zones shows the zones (geofences) of the user: a dialog that lists, draws and edits
// them, the visits of trips in them, and the times between two of them. The model files
// hold the state and know no widgets.
package zones
