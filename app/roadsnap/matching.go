// SPDX-License-Identifier: MIT

package main

import (
	"errors"

	"roadsnap/engine"
	"roadsnap/engine/match"
)

// matching holds the options that all commands that match traces share.
type matching struct {
	furtherMaps
	Pack    string `help:"The map pack; by default the installed map in use, and without one the embedded sample map (Andorra)." type:"existingfile" placeholder:"FILE"`
	Strict  bool   `help:"Refuse a file with a record that cannot be read, instead of leaving the record out."`
	Profile string `help:"The mode of travel: ${enum}." enum:"motor_vehicle,car,motorcycle,truck,bus,bicycle,foot" default:"motor_vehicle"`

	TruckHeight float64 `help:"The height of the vehicle with --profile truck (metres), for warnings." default:"4.2" placeholder:"METRES"`
	TruckWeight float64 `help:"The weight of the vehicle with --profile truck (tonnes), for warnings." default:"24" placeholder:"TONNES"`
}

// open opens the map, calls use with a matcher on it, and closes it.
func (m *matching) open(use func(e *engine.Engine, info engine.Info, p match.Profile) error) error {
	profile, err := match.ParseProfile(m.Profile)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	config := match.DefaultConfig()
	config.TruckHeight, config.TruckWeight = m.TruckHeight, m.TruckWeight
	if err := config.Validate(); err != nil {
		return &exitError{exitUsage, err}
	}
	path, err := packInUse(m.Pack)
	if err != nil {
		return err
	}
	return withMapFor(config, path, func(e *engine.Engine, info engine.Info) error {
		if err := m.openFurther(e); err != nil {
			return err
		}
		for _, further := range e.Further() {
			info.Meta.Bounds = info.Meta.Bounds.Union(further.Meta.Bounds) // in which traces may lie
		}
		return use(e, info, profile)
	})
}

// withMap opens the map at path, or the sample as openEngine does, calls use with it,
// and closes it.
func withMap(path string, use func(e *engine.Engine, info engine.Info) error) (err error) {
	return withMapFor(match.DefaultConfig(), path, use)
}

// withMapFor is withMap with settings of the matcher.
func withMapFor(config match.Config, path string, use func(e *engine.Engine, info engine.Info) error) (err error) {
	e, err := openEngineFor(engine.Options{Match: config}, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	info, err := e.Info()
	if err != nil {
		return err
	}
	return use(e, info)
}
