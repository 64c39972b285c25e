// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"fmt"
	"os"
)

// checkPrivate refuses a file of keys that users other than the owner and the group may
// read or write.
func checkPrivate(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if mode := info.Mode().Perm(); info.Mode().IsRegular() && mode&0o007 != 0 {
		return fmt.Errorf("%s: other users of this machine may open it (mode %04o); run chmod o= %s", f.Name(), mode, f.Name())
	}
	return nil
}
