// SPDX-License-Identifier: MIT

// Package mapview provides the map widget. The user can drag, throw, zoom and
// click it, and it shows the pictures that mapdraw composes. The legend, the
// buttons, the scale bar and the name plate lie on top of it. The widget reports
// user actions through one interface, Handler.
package mapview
