// SPDX-License-Identifier: MIT

package diskspace

import (
	"bufio"
	"errors"
	"fmt"
	"os"
)

// FreeMemory returns the memory that programs may still use without swapping (bytes).
func FreeMemory() (int64, error) {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0, err
	}
	defer f.Close() //nolint:errcheck // only read from
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var kilobytes int64
		if n, _ := fmt.Sscanf(lines.Text(), "MemAvailable: %d kB", &kilobytes); n == 1 {
			return kilobytes << 10, nil
		}
	}
	return 0, errors.ErrUnsupported
}
