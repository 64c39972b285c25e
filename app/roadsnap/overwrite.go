package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"roadsnap/engine/pack"
)

// output is what the commands that write one file have in common. Nothing that
// exists is lost unless the user says so.
type output struct {
	Force bool `help:"Replace a file that exists at --out."`
}

// check refuses to write to path if a file exists there.
func (o *output) check(path string) error {
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

// checkPack refuses to write a pack to path if something else exists there. A
// pack is replaced, as it is when a map is imported again, and so is a damaged one.
func (o *output) checkPack(path string) error {
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
