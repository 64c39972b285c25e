// SPDX-License-Identifier: MIT

package xinput

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// entry returns an entry of an Xauthority file.
func entry(family uint16, address, number, kind, secret string) []byte {
	b := binary.BigEndian.AppendUint16(nil, family)
	for _, field := range []string{address, number, kind, secret} {
		b = binary.BigEndian.AppendUint16(b, uint16(len(field)))
		b = append(b, field...)
	}
	return b
}

func TestCookieIsTheOneOfThisDisplay(t *testing.T) {
	const kind = cookieKind
	file := slices.Concat(
		entry(256, "elsewhere", "0", kind, "another machine's"),
		entry(0, "\x7f\x00\x00\x01", "0", kind, "over a network"),
		entry(256, "here", "1", kind, "another display's"),
		entry(256, "here", "0", "XDM-AUTHORIZATION-1", "another kind"),
		entry(256, "here", "0", kind, "the one"),
		entry(256, "here", "0", kind, "too late"),
	)
	wild := entry(65535, "anywhere", "", kind, "fits all")
	for _, c := range []struct {
		name         string
		file         []byte
		host, number string
		want         string
	}{
		{"among others", file, "here", "0", "the one"},
		{"another display", file, "here", "1", "another display's"},
		{"no such display", file, "here", "2", ""},
		{"no such machine", file, "nowhere", "0", ""},
		{"any address, any display", wild, "here", "7", "fits all"},
		{"after all others", append(slices.Clone(file), wild...), "here", "7", "fits all"},
		{"empty", nil, "here", "0", ""},
		{"cut off", file[:len(file)-50], "here", "0", ""},
	} {
		name, cookie := findCookie(c.file, c.host, c.number)
		if string(cookie) != c.want || (name == kind) != (c.want != "") {
			t.Errorf("%s: %q, %q, want %q", c.name, name, cookie, c.want)
		}
	}
}

func TestCookieIsInTheUsersFile(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XAUTHORITY", "")
	write := func(path, secret string) {
		if err := os.WriteFile(path, entry(65535, "", "", cookieKind, secret), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if name, cookie := display(0).cookie(); name != "" || cookie != nil {
		t.Errorf("without a file: %q, %q", name, cookie)
	}
	write(filepath.Join(home, ".Xauthority"), "at home")
	if _, cookie := display(0).cookie(); string(cookie) != "at home" {
		t.Errorf("at home: %q", cookie)
	}
	other := filepath.Join(home, "session")
	write(other, "of the session")
	t.Setenv("XAUTHORITY", other)
	if _, cookie := display(0).cookie(); string(cookie) != "of the session" {
		t.Errorf("where XAUTHORITY says: %q", cookie)
	}
}

// FuzzCookie calls findCookie with arbitrary files.
func FuzzCookie(f *testing.F) {
	f.Add(entry(256, "here", "0", cookieKind, "secret"))
	f.Add([]byte{1, 0, 0xFF, 0xFF})
	f.Fuzz(func(t *testing.T, file []byte) {
		name, cookie := findCookie(file, "here", "0")
		if name == "" && cookie != nil || !bytes.Contains(file, cookie) {
			t.Errorf("%q, %q", name, cookie)
		}
	})
}
