// Package mapview is the map as a widget: it is dragged, thrown, zoomed and clicked,
// and shows the pictures that mapdraw composes, with the legend, the buttons, the
// scale bar and the name plate that lie on it. What the user does on it leaves
// through one interface, Handler.
package mapview
