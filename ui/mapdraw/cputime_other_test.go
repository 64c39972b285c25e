// SPDX-License-Identifier: MIT

//go:build !linux

package mapdraw

import "time"

// cpuTime is not known on this system.
func cpuTime() time.Duration { return 0 }
