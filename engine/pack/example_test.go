// SPDX-License-Identifier: MIT

package pack_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"roadsnap/engine/pack"
)

// A pack appears at its path only when it is complete.
func Example() {
	dir, err := os.MkdirTemp("", "pack")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "numbers.rsp")

	w, err := pack.Create(path, pack.Meta{Name: "Numbers"})
	if err != nil {
		log.Fatal(err)
	}
	if err := pack.Write(w, "NUMS", []uint32{2, 3, 5}); err != nil {
		log.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		log.Fatal(err)
	}

	p, err := pack.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	numbers, err := pack.Slice[uint32](p, "NUMS")
	fmt.Println(p.Meta().Name, numbers, err)
	// Output: Numbers [2 3 5] <nil>
}
