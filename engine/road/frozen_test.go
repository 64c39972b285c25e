// SPDX-License-Identifier: MIT

package road_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// TestOldRoadsAreRefused opens a pack of format 1. The error must say what to do.
func TestOldRoadsAreRefused(t *testing.T) {
	_, err := pack.Open(filepath.Join("testdata", "four-means.rsp"))
	if !errors.Is(err, pack.ErrVersion) || !strings.Contains(err.Error(), "install the map again") {
		t.Errorf("error %v, want one that says to install the map again", err)
	}
}

// TestOlderProgramsRefuseThePack opens a current pack with the sections that a program
// of one version before knows. It must say that the program is too old.
func TestOlderProgramsRefuseThePack(t *testing.T) {
	p, err := pack.OpenBytes("new.rsp", content(t))
	if err != nil {
		t.Fatal(err)
	}
	known := slices.DeleteFunc(road.Tags(), func(tag pack.Tag) bool { return tag == "RSHD" })
	err = p.RefuseUnknown(known...)
	if !errors.Is(err, pack.ErrVersion) || !strings.Contains(err.Error(), "update the program") {
		t.Errorf("error %v, want one that says to update the program", err)
	}
	if err := p.RefuseUnknown(road.Tags()...); err != nil {
		t.Errorf("this program refuses its own pack: %v", err)
	}
}
