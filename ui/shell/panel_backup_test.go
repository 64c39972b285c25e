// SPDX-License-Identifier: MIT

package shell_test

import (
	"os"
	"path/filepath"
	"testing"
)

// TestBackup writes a backup twice to one file, and restores it in a window that keeps nothing.
func TestBackup(t *testing.T) {
	d := startKeeping(t)
	d.drop(delivery(t, "day", "51C-123.45", "2026-11-20T06:12:00+07:00"))
	d.until("the trip to be matched", func() bool { return d.below("51C-123.45") != "" && !d.sees("Snapping") })
	path := filepath.Join(t.TempDir(), "copy.db")
	for range 2 {
		d.answer(path)
		d.choose("File › Backup › Back up trips…")
		d.waitFor("are backed up to copy.db.")
		d.tap("Close")
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(left) != 1 || err != nil {
		t.Errorf("next to the backup are %v, %v", left, err)
	}
	own := filepath.Join(d.folder, "trips.db")
	d.answer(own)
	d.choose("File › Backup › Back up trips…")
	d.waitFor("Close")
	d.mustNotSee("are backed up")
	d.tap("Close")
	if _, err := os.Stat(own); err != nil {
		t.Error(err)
	}

	d.quit()
	d.folder = t.TempDir()
	d.open()
	d.mustNotSee("51C-123.45")
	d.answer(write(t, "day.db", "no backup"))
	d.choose("File › Backup › Restore backup…")
	d.waitFor("This file is no backup of Roadsnap")
	d.tap("Close")
	d.answer(path)
	d.choose("File › Backup › Restore backup…")
	d.waitFor("1 trip that was missing is added from copy.db.")
	d.tap("Close")
	d.waitFor("51C-123.45")
	d.answer(path)
	d.choose("File › Backup › Restore backup…")
	d.waitFor("No trip of copy.db was missing.")
}
