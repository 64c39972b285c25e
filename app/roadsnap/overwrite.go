// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"roadsnap/engine/pack"
)

// output holds the options of the commands that write files. They replace an existing file
// only with --force.
type output struct {
	Force bool `help:"Replace files that exist at --out."`
}

// check refuses to write to path if a file exists there, or a folder.
func (o *output) check(path string) error {
	if err := checkFile(path); err != nil {
		return err
	}
	info, err := os.Lstat(path)
	switch {
	case o.Force, errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode().IsRegular() && info.Size() == 0:
		return nil
	}
	return &exitError{exitUsage, fmt.Errorf("%s exists; give --out another name, or replace it with --force", path)}
}

// checkFile refuses a path that is a folder.
func checkFile(path string) error {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() || path != "" && os.IsPathSeparator(path[len(path)-1]) {
		return &exitError{exitUsage, fmt.Errorf("%s is a folder; give --out the name of a file", path)}
	}
	return nil
}

// checkPack refuses to write a pack to path if a file of another kind exists there. A
// pack is replaced, damaged or not, because maps are imported again.
func (o *output) checkPack(path string) error {
	if path == standardOutput {
		return &exitError{exitUsage, errors.New("a map pack cannot go to standard output; give --out the name of a file")}
	}
	if err := checkFile(path); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Dir(path)); errors.Is(err, fs.ErrNotExist) {
		return &exitError{exitUsage, fmt.Errorf("the folder %s does not exist; make it first, or give --out another name", filepath.Dir(path))}
	}
	p, err := pack.Open(path)
	if err == nil {
		return p.Close()
	}
	if !errors.Is(err, pack.ErrNotPack) {
		return nil
	}
	if err := o.check(path); err != nil {
		return &exitError{exitUsage, fmt.Errorf("%s is not a map pack and would be lost; give --out another name, or replace it with --force", path)}
	}
	return nil
}
