// SPDX-License-Identifier: MIT

package shell_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"testing"
)

// startServerPanel opens a window with the server panel in front.
func startServerPanel(t *testing.T) *driver {
	t.Helper()
	d := start(t)
	d.tap("Server")
	d.waitFor("Start API server")
	return d
}

// setAddress types the listen address of the server.
func (d *driver) setAddress(old, address string) {
	d.t.Helper()
	d.tap(old)
	d.key("Ctrl+A")
	d.typeText(address)
}

// listensAt waits until the server is on and returns its URL.
func (d *driver) listensAt() (address string) {
	d.t.Helper()
	d.waitFor("Stop API server")
	d.until("the URL", func() bool { address = d.valueOf("URL"); return strings.HasPrefix(address, "http://127.0.0.1:") })
	return address
}

// listenOnQuietPort sets the server's address to a free port that systems do not give to
// connections, so that it stays free while the server starts again.
func (d *driver) listenOnQuietPort() {
	d.t.Helper()
	for range 100 {
		port := 20_000 + rand.IntN(10_000)
		if l, err := net.Listen("tcp", fmt.Sprintf(":%d", port)); err == nil { // on all addresses
			_ = l.Close()
			d.setAddress("127.0.0.1:0", fmt.Sprintf("127.0.0.1:%d", port))
			return
		}
	}
	d.t.Fatal("no port is free")
}

func get(t *testing.T, address string) error {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, r.Body)
	if closed := r.Body.Close(); err == nil {
		err = closed
	}
	return err
}

func TestServerStartsAndStops(t *testing.T) {
	d := startServerPanel(t)
	d.mustSee("API off")
	d.tap("Start API server")
	address := d.listensAt()
	d.mustSee("API " + strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/api"))
	if err := get(t, address); err != nil {
		t.Error(err)
	}
	d.tap("Stop API server")
	d.waitFor("Start API server", "API off")
	d.mustNotSee("Last request")
	if err := get(t, address); err == nil {
		t.Error("the server answers though it is off")
	}
}

func TestServerIsSwitchedByTheKeyFromAnyPanel(t *testing.T) {
	d := start(t)
	d.key("Ctrl+R")
	d.listensAt() // in its panel
	d.key("Ctrl+Shift+U")
	if !strings.HasPrefix(d.clipboard(), "http://127.0.0.1:") {
		t.Errorf("the key for the address copied %q", d.clipboard())
	}
	d.key("1")
	d.choose("Server › Start or stop API server")
	d.waitFor("Start API server", "API off")
}

func TestServerTellsOfRequests(t *testing.T) {
	d := startServerPanel(t)
	d.tap("Start API server")
	address := d.listensAt()
	if n, last := d.valueOf("Requests"), d.valueOf("Last request"); n != "0" || last != "–" {
		t.Errorf("before the first request: %q, %q", n, last)
	}
	for range 2 {
		if err := get(t, address+"/here"); err != nil {
			t.Fatal(err)
		}
	}
	d.until("two requests", func() bool { return d.valueOf("Requests") == "2" })
	if got := d.valueOf("Last request"); got != "GET /api/here 200" {
		t.Errorf("the last request is said to be %q", got)
	}
	d.tap("Copy address")
	if d.clipboard() != address {
		t.Errorf("copied %q", d.clipboard())
	}
}

func TestServerAddressInUse(t *testing.T) {
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	d := startServerPanel(t)
	d.setAddress("127.0.0.1:0", other.Addr().String())
	d.tap("Start API server")
	d.waitFor("Another program is using this port.", "Choose another port, such as 127.0.0.1:8081.")
	d.mustSee("Start API server", "API off")
	d.setAddress(other.Addr().String(), "127.0.0.1:0")
	d.tap("Start API server")
	d.listensAt()
	d.mustNotSee("Another program is using this port.")
}

func TestServerMalformedAddress(t *testing.T) {
	d := startServerPanel(t)
	d.setAddress("127.0.0.1:0", "nonsense")
	d.tap("Start API server")
	d.waitFor("The server cannot use this address.", "Enter an address of this computer and a port, such as 127.0.0.1:8080.")
	d.mustSee("Start API server", "nonsense")
	if d.mustFind("The server cannot use").at.Y > d.mustFind("While the server is on").at.Y {
		t.Error("what is wrong with the address is not said at its field")
	}
	d.setAddress("nonsense", "127.0.0.1:0")
	d.mustNotSee("The server cannot use this address.")
}

// TestServerAddressIsTypedFast types letters without a pause in which the window could
// update.
func TestServerAddressIsTypedFast(t *testing.T) {
	d := startServerPanel(t)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	typed := free.Addr().String()
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	d.tap("127.0.0.1:0")
	d.key("Ctrl+A")
	for _, r := range typed {
		d.window.Canvas().Focused().TypedRune(r)
	}
	d.settle()
	if d.ui.Drain() {
		t.Error("something is still posted")
	}
	if got := d.valueOf("Address"); got != typed {
		t.Errorf("the field has %q", got)
	}
	d.tap("Start API server")
	if got := d.listensAt(); !strings.Contains(got, typed) {
		t.Errorf("the server is at %s, want %s", got, typed)
	}
}

func TestServerAddressIsFixedWhileItRuns(t *testing.T) {
	d := startServerPanel(t)
	d.tap("Start API server")
	address := strings.TrimSuffix(strings.TrimPrefix(d.listensAt(), "http://"), "/api")
	d.tap(address)
	if d.window.Canvas().Focused() != nil {
		d.typeText("9")
	}
	if got := d.valueOf("Address"); got != address {
		t.Errorf("the address is now %q, want %q", got, address)
	}
}

func TestServerKeyIsShownOnce(t *testing.T) {
	d := startServerPanel(t)
	d.listenOnQuietPort()
	d.mustSee("The first start creates a key.")
	d.tap("Start API server")
	d.waitFor("key-number-1", "Copy the key now. It is only shown while this panel is open.", "desktop", "2026-11-21")
	d.tap("Copy key")
	if d.clipboard() != "key-number-1" {
		t.Errorf("copied %q", d.clipboard())
	}
	d.tap("Maps")
	d.tap("Server")
	d.mustNotSee("key-number-1", "Copy key")
	d.tap("New key…")
	d.tap("Create key")
	d.mustSee("Enter a name that no other key has")
	d.tap("fleet server")
	d.typeText("desktop")
	d.key("Return")
	d.mustSee("Enter a name that no other key has")
	d.typeText(" two")
	d.key("Return")
	d.waitFor("key-number-2", "desktop two")
	d.key("Ctrl+Shift+K")
	if d.clipboard() != "key-number-2" {
		t.Errorf("the key for the key copied %q", d.clipboard())
	}
	d.tap("Stop API server")
	d.waitFor("Start API server")
	d.tap("Start API server")
	d.listensAt()
	d.mustNotSee("key-number-3") // those that are there serve on
}

// TestServerSettings changes the settings of a running server, which starts again with them.
func TestServerSettings(t *testing.T) {
	d := startServerPanel(t)
	d.listenOnQuietPort()
	d.tap("Start API server")
	d.listensAt()
	d.tapIcon("settings", "Stop API server")
	d.tap("Let other devices use the server")
	d.tap("https://fleet.example.org")
	d.typeText("ftp://fleet.example.org")
	d.tap("Save")
	d.waitFor("Enter each web site as https://fleet.example.org, without a path.")
	d.tap("ftp://fleet.example.org")
	d.key("Ctrl+A")
	d.typeText("https://maps.example.org")
	d.tap("Save")
	d.waitFor("Other devices in the network can use the server, without encryption.", "Other devices")
	d.until("the second start", func() bool { return strings.HasPrefix(d.valueOf("Other devices"), "http://192.0.2.7:") })
	d.tapIcon("content-copy", d.valueOf("Other devices"))
	if d.clipboard() != d.valueOf("Other devices") {
		t.Errorf("copied %q", d.clipboard())
	}
	if url := d.valueOf("URL"); !strings.HasPrefix(url, "http://127.0.0.1:") {
		t.Errorf("URL %s", url)
	}
	last := d.server.started[len(d.server.started)-1]
	if len(d.server.started) != 2 || !last.LAN || len(last.Origins) != 1 || last.Origins[0] != "https://maps.example.org" || d.server.settings.LAN != true {
		t.Errorf("started with %+v, kept %+v", d.server.started, d.server.settings)
	}
}

// TestServerShowsRequestsCodeAndDocs opens what the panel has about requests.
func TestServerShowsRequestsCodeAndDocs(t *testing.T) {
	d := startServerPanel(t)
	d.tap("Start API server")
	address := d.listensAt()
	if err := get(t, address+"/here"); err != nil {
		t.Fatal(err)
	}
	d.until("the request", func() bool { return d.valueOf("Requests") == "1" })
	d.mustSee("1.5 ms · 1.5 ms")
	d.tap("Requests…")
	d.waitFor("/api/here", "fleet", "GET", "200")
	d.tap("Close")
	d.tap("Code…")
	d.waitFor("curl '" + strings.TrimSuffix(address, "/api") + "/example/snapToRoads'")
	d.tap("Copy code")
	if !strings.Contains(d.clipboard(), "/example/snapToRoads") || !strings.Contains(d.clipboard(), "key-number-1") {
		t.Errorf("copied %q", d.clipboard())
	}
	d.tap("Try it in the browser")
	if want := strings.TrimSuffix(address, "/api") + "/docs"; len(d.app.opened) != 1 || d.app.opened[0] != want {
		t.Errorf("opened %q, want %q", d.app.opened, want)
	}
}
