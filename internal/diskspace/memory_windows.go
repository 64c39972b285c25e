// SPDX-License-Identifier: MIT

package diskspace

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

var memoryStatus = windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

// FreeMemory returns the memory that programs may still use without swapping (bytes).
func FreeMemory() (int64, error) {
	var s struct { // MEMORYSTATUSEX
		length, load              uint32
		totalPhysical, physical   uint64
		totalPageFile, pageFile   uint64
		totalVirtual, virtual, ex uint64
	}
	s.length = uint32(unsafe.Sizeof(s))
	if done, _, err := memoryStatus.Call(uintptr(unsafe.Pointer(&s))); done == 0 {
		return 0, err
	}
	return int64(min(s.physical, 1<<62)), nil //nolint:gosec // limited
}
