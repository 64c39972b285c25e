// SPDX-License-Identifier: MIT

package shell_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"

	"fyne.io/fyne/v2"

	"roadsnap/ui/files"
)

// appDouble wraps the toolkit's app for tests and records calls that it discards.
type appDouble struct {
	fyne.App
	window *windowDouble
	opened []string // the addresses for the browser
}

func (a *appDouble) NewWindow(title string) fyne.Window {
	w := a.App.NewWindow(title)
	a.window = &windowDouble{Window: w, canvas: &canvasDouble{Canvas: w.Canvas()}}
	return a.window
}

func (a *appDouble) OpenURL(u *url.URL) error {
	a.opened = append(a.opened, u.String())
	return nil
}

// windowDouble wraps the toolkit's window for tests and records calls that it discards.
type windowDouble struct {
	fyne.Window
	canvas  *canvasDouble
	dropped func(fyne.Position, []fyne.URI)
	close   func()
}

func (w *windowDouble) Canvas() fyne.Canvas { return w.canvas }

func (w *windowDouble) SetOnDropped(dropped func(fyne.Position, []fyne.URI)) { w.dropped = dropped }
func (w *windowDouble) SetCloseIntercept(closing func())                     { w.close = closing }

// canvasDouble wraps the toolkit's canvas for tests and records the window's shortcuts.
type canvasDouble struct {
	fyne.Canvas
	shortcuts fyne.ShortcutHandler
}

func (c *canvasDouble) AddShortcut(s fyne.Shortcut, typed func(fyne.Shortcut)) {
	c.shortcuts.AddShortcut(s, typed)
}

func (c *canvasDouble) RemoveShortcut(s fyne.Shortcut) { c.shortcuts.RemoveShortcut(s) }

// pickerDouble answers file dialogs with paths set by the test.
type pickerDouble struct {
	mu       sync.Mutex
	answers  []string
	asked    []files.Question
	answered int
	wake     func() // called after each answer
}

// Open implements files.Picker.
func (p *pickerDouble) Open(q files.Question, done func(string, error)) { p.answer(q, done) }

// Save implements files.Picker.
func (p *pickerDouble) Save(q files.Question, done func(string, error)) { p.answer(q, done) }

// Folder implements files.Picker.
func (p *pickerDouble) Folder(q files.Question, done func(string, error)) { p.answer(q, done) }

func (p *pickerDouble) answer(q files.Question, done func(string, error)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, q)
	path := "" // the user cancelled
	if len(p.answers) > 0 {
		path, p.answers = p.answers[0], p.answers[1:]
	}
	go func() {
		done(path, nil)
		p.mu.Lock()
		p.answered++
		p.mu.Unlock()
		p.wake()
	}()
}

// serverDouble listens on a real port and answers every request.
type serverDouble struct {
	mu     sync.Mutex
	server *http.Server
	addr   string
	keys   int
}

// Start implements server.Local.
func (s *serverDouble) Start(addr string, requests func(string)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if addr == s.addr {
		addr = "127.0.0.1:0" // another program may have taken the port
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	s.addr = listener.Addr().String()
	s.server = &http.Server{
		ReadHeaderTimeout: patience,
		Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			requests(fmt.Sprintf("%s %s %d", r.Method, r.URL.Path, http.StatusOK))
		}),
	}
	server := s.server
	go func() { _ = server.Serve(listener) }() // ends with Shutdown
	return nil
}

// Addr implements server.Local.
func (s *serverDouble) Addr() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addr
}

// Shutdown implements server.Local.
func (s *serverDouble) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server == nil {
		return nil
	}
	return s.server.Shutdown(ctx)
}

// HasKey implements server.Local.
func (s *serverDouble) HasKey() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.keys > 0
}

// NewKey implements server.Local.
func (s *serverDouble) NewKey() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys++
	return fmt.Sprintf("key-number-%d", s.keys), nil
}
