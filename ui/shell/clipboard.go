// SPDX-License-Identifier: MIT

package shell

import (
	"context"

	"fyne.io/fyne/v2"

	"roadsnap/ui/job"
)

// clipboard copies text to the system clipboard. The latest request wins.
type clipboard struct {
	system  fyne.Clipboard
	jobs    *job.Runner
	changed func() // called when units has changed

	writing *job.Job
	units   int // number of units being copied, 0 if none
}

// copy copies text and cancels a pending copyLater.
func (c *clipboard) copy(text string) {
	c.drop()
	c.system.SetContent(text)
}

// copyLater copies the text returned by write, which describes that many units. It runs
// write as a job because the text of the whole country is slow to build.
func (c *clipboard) copyLater(units int, write func() string) {
	c.drop()
	c.writing = c.jobs.Start(func(context.Context) func() {
		text := write()
		return func() { c.copy(text) }
	})
	c.units = units
	c.changed()
}

// drop cancels a pending copyLater. The clipboard keeps its content.
func (c *clipboard) drop() {
	c.writing.Cancel()
	if c.units > 0 {
		c.units = 0
		c.changed()
	}
}
