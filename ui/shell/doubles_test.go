// SPDX-License-Identifier: MIT

package shell_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"roadsnap/ui/files"
	"roadsnap/ui/server"
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
	mu       sync.Mutex
	server   *http.Server
	addr     string
	made     int // keys ever made
	keys     []server.Key
	traffic  server.Traffic
	settings server.Settings
	started  []server.Settings // of each start
}

// Start implements server.Local.
func (s *serverDouble) Start(addr string, settings server.Settings) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if addr == s.addr {
		addr = "127.0.0.1:0" // another program may have taken the port
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	s.addr, s.started = listener.Addr().String(), append(s.started, settings)
	s.server = &http.Server{
		ReadHeaderTimeout: patience,
		Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.traffic.Total++
			s.traffic.Recent = append([]server.Request{{
				At: time.Now(), Method: r.Method, Path: r.URL.Path, Operation: "snapToRoads", Key: "fleet", Status: http.StatusOK, Duration: 1500 * time.Microsecond,
			}}, s.traffic.Recent...)
			s.traffic.Seconds = []server.Second{{Requests: s.traffic.Total, Total: time.Millisecond}}
		}),
	}
	running := s.server
	go func() { _ = running.Serve(listener) }() // ends with Shutdown
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
	running := s.server
	s.mu.Unlock()
	if running == nil {
		return nil
	}
	return running.Shutdown(ctx)
}

// Keys implements server.Local.
func (s *serverDouble) Keys() []server.Key {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.keys)
}

// NewKey implements server.Local.
func (s *serverDouble) NewKey(name string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made++
	s.keys = append(s.keys, server.Key{ID: fmt.Sprint(s.made), Name: name, Created: time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC)})
	return fmt.Sprintf("key-number-%d", s.made), nil
}

// RevokeKey implements server.Local.
func (s *serverDouble) RevokeKey(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys = slices.DeleteFunc(s.keys, func(k server.Key) bool { return k.ID == id })
	return nil
}

// Traffic implements server.Local.
func (s *serverDouble) Traffic() server.Traffic {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.traffic
}

// Settings implements server.Local.
func (s *serverDouble) Settings() server.Settings { return s.settings }

// Keep implements server.Local.
func (s *serverDouble) Keep(settings server.Settings) { s.settings = settings }

// Example implements server.Local.
func (s *serverDouble) Example(operation string) (server.Example, bool) {
	return server.Example{Method: http.MethodPost, Target: "/example/" + operation, Body: "{}"}, true
}

// Compatible implements server.Local.
func (s *serverDouble) Compatible() []string { return []string{"google", "osrm"} }

// Reachable implements server.Local.
func (s *serverDouble) Reachable() []string { return []string{"192.0.2.7"} }
