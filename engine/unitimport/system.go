// SPDX-License-Identifier: MIT

package unitimport

import (
	"fmt"

	"roadsnap/engine/crs"
)

// declared reads the member crs of GeoJSON before RFC 7946, and stops if the coordinate
// system is not known.
func (r *reader) declared() {
	name := ""
	var look func()
	look = func() {
		if r.peek() != '{' {
			r.skip()
			return
		}
		r.object(func(key string) {
			if key == "name" && r.peek() == '"' {
				name, _ = r.text(maxValue)
				return
			}
			look()
		})
	}
	look()
	if name == "" || r.err != nil {
		return
	}
	s, err := crs.ByName(name)
	switch {
	case r.fixed:
	case err != nil:
		r.stop(projectedError(err.Error()))
	case r.found.count > 0 && s != r.system:
		r.stop(projectedError(fmt.Sprintf("the file declares the coordinate system %q after its features", name)))
	default:
		r.system = s
	}
}
