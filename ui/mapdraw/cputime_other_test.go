//go:build !linux

package mapdraw

import "time"

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }
