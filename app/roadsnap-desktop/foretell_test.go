// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"runtime"
	"testing"
)

func TestForetell(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("sessions of Linux alone lack these")
	}
	const bus = "unix:path=/somewhere/bus"
	for _, c := range []struct {
		name                    string
		wayland, bus            string
		platform, theme         string
		wantPlatform, wantTheme string
	}{
		{"a session of Wayland", "wayland-0", bus, "", "", "", ""},
		{"a session of X11", "", bus, "", "", "x11", ""},
		{"what the user set stays", "", bus, "wayland", "light", "wayland", "light"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, value := range map[string]string{
				"WAYLAND_DISPLAY": c.wayland, "DBUS_SESSION_BUS_ADDRESS": c.bus, "FYNE_PLATFORM": c.platform, "FYNE_THEME": c.theme,
			} {
				t.Setenv(name, value)
			}
			foretell()
			if p, th := os.Getenv("FYNE_PLATFORM"), os.Getenv("FYNE_THEME"); p != c.wantPlatform || th != c.wantTheme {
				t.Errorf("platform %q and theme %q, want %q and %q", p, th, c.wantPlatform, c.wantTheme)
			}
		})
	}
}

func TestForetellWithoutSessionBus(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("sessions of Linux alone lack one")
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("PATH", t.TempDir()) // no dbus-launch
	if hasSessionBus() {
		t.Skip("the user who runs this has a session bus")
	}
	for set, want := range map[string]string{"": "dark", "light": "light"} {
		t.Setenv("FYNE_THEME", set)
		foretell()
		if got := os.Getenv("FYNE_THEME"); got != want {
			t.Errorf("theme %q, %q set: want %q", got, set, want)
		}
	}
}
