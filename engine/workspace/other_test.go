// SPDX-License-Identifier: MIT

package workspace

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestIsOther holds that IsOther knows the files of other programs, and takes no workspace for one,
// even if its program was killed before SQLite wrote the log into the file.
func TestIsOther(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	database := func(name string, application int) {
		t.Helper()
		db, err := sql.Open("sqlite", at(name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(fmt.Sprintf("CREATE TABLE t (x); PRAGMA application_id = %d", application)); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	open := func(name string) *Workspace {
		t.Helper()
		w, err := Open(t.Context(), at(name))
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	if err := open("closed").Close(); err != nil {
		t.Fatal(err)
	}
	running := open("running") // as after kill -9
	defer running.Close()
	database("browser", 0)
	database("geopackage", 0x47504B47)
	write("empty", "")
	write("text", "lat,lon\n")
	write("long", string(make([]byte, 4096)))
	for name, want := range map[string]bool{"none": false, "empty": false, "closed": false, "running": false, "browser": true, "geopackage": true, "text": true, "long": true} {
		if got, err := IsOther(at(name)); err != nil || got != want {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := IsOther(folder); err == nil {
		t.Error("a folder is no file of another program")
	}
}
