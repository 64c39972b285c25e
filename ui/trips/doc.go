// SPDX-License-Identifier: MIT

// Package trips implements the panel of open trips: their list, and the record and the map
// layers of the selected trip. Model reads and matches trips in the background; Panel
// shows the model.
package trips
