// SPDX-License-Identifier: MIT

package shell

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2"

	"roadsnap/engine/errclass"
	"roadsnap/ui/files"
	"roadsnap/ui/job"
	"roadsnap/ui/watch"
)

// prefWatched is the name of the setting with the folder that is watched, "" for none.
const prefWatched = "watch.folder"

// errWatched reports a watched folder that has disappeared or cannot be read.
var errWatched = errclass.New("watch_lost", "the watched folder cannot be read")

// WatchAgain watches the folder that was watched in the last run, if there was one. Runs on
// the UI goroutine.
func (w *Window) WatchAgain() { w.commands.watch() }

// FollowLibrary opens the map that another program makes the one in use in the library, whose file
// names it. It follows until the window closes. Runs on the UI goroutine.
func (w *Window) FollowLibrary(file string) {
	w.o.Jobs.Start(func(ctx context.Context) func() {
		watch.File(ctx, file, func() { w.o.Do(w.o.Maps.FollowLibrary) })
		return nil
	})
}

// watch imports the traces of the watched folder as they appear, until it is called again.
func (c *commands) watch() {
	c.watching.Cancel()
	folder := c.w.settings.String(prefWatched)
	if folder == "" {
		return
	}
	var current *job.Job
	// now runs do on the UI goroutine, unless another folder is watched by then.
	now := func(do func()) {
		c.w.o.Do(func() {
			if current.Running() {
				do()
			}
		})
	}
	current = c.w.o.Jobs.Start(func(ctx context.Context) func() {
		watch.Folder(ctx, folder, watch.Events{
			Found: func(paths []string) { now(func() { c.w.o.Trips.Import(paths...) }) },
			Lost:  func(err error) { now(func() { c.w.files.Complain(fmt.Errorf("%w: %w", errWatched, err)) }) },
		})
		return nil
	})
	c.watching = current
}

// toggleWatching asks for a folder to watch, or ends watching.
func (c *commands) toggleWatching() {
	if c.w.settings.String(prefWatched) != "" {
		c.setWatched("")
		return
	}
	c.w.files.Folder(files.Question{Title: c.w.words.T("menu.watch")}, c.setWatched)
}

func (c *commands) setWatched(folder string) {
	c.w.settings.SetString(prefWatched, folder)
	c.watch()
	c.setMenu()
}

// watchItem returns the menu item that watches a folder, and shows it.
func (c *commands) watchItem() *fyne.MenuItem {
	folder := c.w.settings.String(prefWatched)
	if folder == "" {
		return choice(c.w.words.T("menu.watch"), false, c.toggleWatching)
	}
	return choice(c.w.words.T("menu.watching", "folder", shortPath(folder)), true, c.toggleWatching)
}

// shortPath returns a path, or only the end of one that is too long for a menu.
func shortPath(path string) string {
	const most = 40
	letters := []rune(path)
	if len(letters) <= most {
		return path
	}
	return "…" + string(letters[len(letters)-most+1:])
}
