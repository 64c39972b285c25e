// SPDX-License-Identifier: MIT

package native

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/sqweek/dialog"

	"roadsnap/ui/files"
)

// Picker is a files.Picker that shows one dialog at a time. Each runs on a locked thread
// of its own, because the desktop's toolkits require one, and a dialog on the UI thread
// would freeze the window.
type Picker struct {
	busy chan struct{} // holds a token while a dialog is open
}

// New returns a picker.
func New() *Picker { return &Picker{busy: make(chan struct{}, 1)} }

// Open implements files.Picker.
func (p *Picker) Open(q files.Question, done func(string, error)) {
	p.ask(done, func() (string, error) { return question(q).Filter(q.AllFiles, "*").Load() })
}

// Save implements files.Picker.
func (p *Picker) Save(q files.Question, done func(string, error)) {
	p.ask(done, func() (string, error) { return question(q).SetStartFile(q.Name).Save() })
}

// Folder implements files.Picker.
func (p *Picker) Folder(q files.Question, done func(string, error)) {
	p.ask(done, func() (string, error) {
		return (&dialog.DirectoryBuilder{StartDir: q.Folder}).Title(q.Title).Browse()
	})
}

// question returns the builder of a dialog for q.
func question(q files.Question) *dialog.FileBuilder {
	b := dialog.File().Title(q.Title).Filter(q.Kind, q.Extensions...)
	if q.Folder != "" {
		b.SetStartDir(q.Folder)
	}
	return b
}

// ask runs a dialog in the background. It does nothing while a dialog is open.
func (p *Picker) ask(done func(string, error), show func() (string, error)) {
	select {
	case p.busy <- struct{}{}:
	default:
		return
	}
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		path, err := safely(show)
		<-p.busy
		if errors.Is(err, dialog.ErrCancelled) {
			path, err = "", nil
		}
		done(path, err)
	}()
}

// safely converts a panic of the dialog into an error. The dialog panics if there is no
// display or no toolkit.
func safely(show func() (string, error)) (path string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", files.ErrNoPicker, r)
		}
	}()
	return show()
}
