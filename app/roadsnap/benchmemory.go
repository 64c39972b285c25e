package main

import (
	"os"
	"strconv"
	"strings"
)

// anonymousMemory returns how much memory of this process is resident and
// belongs to no file, in bytes: not the map, which is mapped. Only Linux tells.
func anonymousMemory() (bytes int64, known bool) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	return anonymousOf(string(status))
}

// anonymousOf finds the line "RssAnon:  1234 kB".
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
