// SPDX-License-Identifier: MIT

package timeline

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Graph returns the widget of the graphs.
func (p *Panel) Graph() interface {
	desktop.Mouseable
	fyne.Draggable
} {
	return p.graph
}
