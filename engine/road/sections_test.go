// SPDX-License-Identifier: MIT

package road

import (
	"testing"
	"unsafe"

	"roadsnap/engine/pack"
)

// TestRecordSizes compares the records with engine/pack/FORMAT.md: a change of one is a
// change of the format.
func TestRecordSizes(t *testing.T) {
	for name, size := range map[string][2]uintptr{
		"RLNK": {unsafe.Sizeof(packedLink{}), 16},
		"RARC": {unsafe.Sizeof(packedArc{}), 16},
		"RGRP": {unsafe.Sizeof(packedGroup{}), 128},
		"RWAY": {unsafe.Sizeof(packedWay{}), 12},
		"RTRN": {unsafe.Sizeof(turnRecord{}), 12},
		"RWEX": {unsafe.Sizeof(extraRecord{}), 24},
	} {
		if size[0] != size[1] {
			t.Errorf("an element of %s has %d bytes, want %d", name, size[0], size[1])
		}
	}
}

func TestTagsAreDifferentAndOurs(t *testing.T) {
	seen := map[pack.Tag]bool{}
	for _, tag := range Tags() {
		if seen[tag] || len(tag) != 4 || tag[0] != 'R' {
			t.Errorf("tag %q", tag)
		}
		seen[tag] = true
	}
}
