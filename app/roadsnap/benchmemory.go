// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"strconv"
	"strings"
)

// anonymousMemory returns the resident memory of this process that belongs to no file
// (bytes), so without the mapped map. Only Linux reports it.
func anonymousMemory() (bytes int64, known bool) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	return anonymousOf(string(status))
}

// anonymousOf returns the value of the line "RssAnon:  1234 kB".
func anonymousOf(status string) (bytes int64, known bool) {
	for line := range strings.Lines(status) {
		fields := strings.Fields(line)
		if len(fields) == 3 && fields[0] == "RssAnon:" && fields[2] == "kB" {
			n, err := strconv.ParseInt(fields[1], 10, 64)
			return n << 10, err == nil
		}
	}
	return 0, false
}
