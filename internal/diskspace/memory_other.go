// SPDX-License-Identifier: MIT

//go:build !linux && !windows

package diskspace

import "errors"

// FreeMemory returns the memory that programs may still use without swapping (bytes). It is
// not known on this system.
func FreeMemory() (int64, error) { return 0, errors.ErrUnsupported }
