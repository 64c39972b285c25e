package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"roadsnap/engine/pack"
)

// output holds the options of the commands that write one file. They replace an existing
// file only with --force.
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

// checkPack refuses to write a pack to path if a file of another kind exists there. A
// pack is replaced, damaged or not, because maps are imported again.
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
