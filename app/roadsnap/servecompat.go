// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"

	"roadsnap/app/compat"
)

// compatFlags are the flags of serve about compatible servers.
type compatFlags struct {
	Compat []string `help:"Also answer in the form of these servers, below /compat: ${compat}, or all." placeholder:"NAME"`
}

// service returns the service of the chosen families, nil for none.
func (c *compatFlags) service(e compat.Engine) (*compat.Service, error) {
	if len(c.Compat) == 0 {
		return nil, nil
	}
	var chosen []compat.Family
	for _, name := range c.Compat {
		if name == "all" {
			chosen = append(chosen, compat.Families()...)
			continue
		}
		chosen = append(chosen, compat.Family(name))
	}
	s, err := compat.New(e, chosen...)
	if err != nil {
		return nil, fmt.Errorf("--compat: %w", err)
	}
	return s, nil
}

// compatNames are the names of all compatible servers for the help.
func compatNames() string {
	var names []string
	for _, f := range compat.Families() {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}
