// SPDX-License-Identifier: MIT

package shell

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/errclass"
	"roadsnap/engine/workspace"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
)

// errNoBackup reports a file that is no backup, or a damaged one.
var errNoBackup = errclass.New("no_backup", "the file is no backup of trips")

// BackupKeeper copies what is kept to a file, and takes from such a file what is missing. Safe for
// concurrent use.
type BackupKeeper interface {
	// Backup writes a copy to path, which must not exist.
	Backup(ctx context.Context, path string) error
	// Merge adds what the backup at path has and this one has not. It returns the number of trips.
	Merge(ctx context.Context, path string) (added int, err error)
	// Path returns the path of the file in use.
	Path() string
}

// backupItem returns the menu of backups.
func (c *commands) backupItem() *fyne.MenuItem {
	t := c.w.words.T
	menu := submenu(t("menu.backup"), item(t("backup.make"), c.backUp, nil), item(t("backup.restore"), c.restore, nil))
	menu.Disabled = c.w.o.Backups == nil
	return menu
}

// backUp asks for a file and writes a backup.
func (c *commands) backUp() {
	t := c.w.words.T
	q := files.Question{
		Title: t("backup.make"), Kind: t("files.backups"), AllFiles: t("files.all"), Extensions: []string{backupExtension},
		Name: "Roadsnap " + time.Now().Format(time.DateOnly) + "." + backupExtension,
	}
	c.w.files.Save(q, func(path string) {
		c.w.status.showHere(t("backup.busy"))
		c.w.o.Jobs.Start(func(ctx context.Context) func() {
			err := writeBackup(ctx, c.w.o.Backups, path)
			return func() { c.backupDone(t("backup.made", "file", filepath.Base(path)), path, err) }
		})
	})
}

const backupExtension = "db"

// restore asks for a backup and adds what it has.
func (c *commands) restore() {
	t := c.w.words.T
	q := files.Question{Title: t("backup.restore"), Kind: t("files.backups"), AllFiles: t("files.all"), Extensions: []string{backupExtension}}
	c.w.files.Open(q, func(path string) {
		c.w.status.showHere(t("backup.busy"))
		c.w.o.Jobs.Start(func(ctx context.Context) func() {
			added, err := c.w.o.Backups.Merge(ctx, path)
			if errors.Is(err, workspace.ErrDamaged) {
				err = fmt.Errorf("%w: %w", errNoBackup, err)
			}
			return func() {
				c.w.o.Trips.Reopen()
				c.w.loadKept()
				said := "backup.restored"
				if added == 0 {
					said = "backup.nothing"
				}
				c.backupDone(t(said, "n", c.w.words.Count(added), "file", filepath.Base(path)), "", err)
			}
		})
	})
}

// backupDone shows a sentence, with a link to the folder of a file unless path is "", or else an error.
func (c *commands) backupDone(said, path string, err error) {
	c.w.status.showHere("")
	if err != nil {
		c.w.files.Complain(err)
		return
	}
	content := container.NewVBox(kit.Wrapped(said, widget.MediumImportance))
	if path != "" {
		content.Add(container.NewHBox(c.w.files.FolderLink(path)))
	}
	const width = 400
	c.w.files.Look(c.w.words.T("menu.backup"), content, fyne.NewSize(width, 0))
}

// writeBackup writes a backup to path, and replaces the file there.
func writeBackup(ctx context.Context, k BackupKeeper, path string) (err error) {
	if same, err := sameFile(path, k.Path()); same || err != nil {
		return errors.Join(err, &fs.PathError{Op: "back up to", Path: path, Err: fs.ErrExist})
	}
	folder, err := os.MkdirTemp(filepath.Dir(path), ".roadsnap-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	part := filepath.Join(folder, filepath.Base(path))
	if err := k.Backup(ctx, part); err != nil {
		return err
	}
	return os.Rename(part, path)
}

// sameFile reports whether two paths, of which the first may not exist, lead to one file.
func sameFile(path, other string) (bool, error) {
	a, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	b, otherErr := os.Stat(other)
	return err == nil && otherErr == nil && os.SameFile(a, b), errors.Join(err, otherErr)
}
