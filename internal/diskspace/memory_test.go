// SPDX-License-Identifier: MIT

package diskspace_test

import (
	"errors"
	"testing"

	"roadsnap/internal/diskspace"
)

func TestFreeMemory(t *testing.T) {
	free, err := diskspace.FreeMemory()
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip("it is not known on this system")
	}
	if err != nil || free < 1<<20 || free > 1<<50 {
		t.Errorf("%d bytes, %v", free, err)
	}
}
