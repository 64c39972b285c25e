package shell

import (
	"context"

	"fyne.io/fyne/v2"

	"roadsnap/ui/job"
)

// clipboard writes texts into the system's clipboard. The last one that was asked for
// wins.
type clipboard struct {
	system  fyne.Clipboard
	jobs    *job.Runner
	changed func() // is called when units has changed

	writing *job.Job
	units   int // whose text is being written, 0 while there is none
}

// copy puts a text into the clipboard.
func (c *clipboard) copy(text string) {
	c.drop()
	c.system.SetContent(text)
}

// copyLater puts what write writes of units into the clipboard. The text of the whole
// country takes its time, and is a job.
func (c *clipboard) copyLater(units int, write func() string) {
	c.drop()
	c.writing = c.jobs.Start(func(context.Context) func() {
		text := write()
		return func() { c.copy(text) }
	})
	c.units = units
	c.changed()
}

// drop leaves the clipboard as it is, whatever is being written for it.
func (c *clipboard) drop() {
	c.writing.Cancel()
	if c.units > 0 {
		c.units = 0
		c.changed()
	}
}
