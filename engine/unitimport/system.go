// SPDX-License-Identifier: MIT

package unitimport

import (
	"fmt"
	"strings"
)

// system reads the member crs of GeoJSON before RFC 7946, and stops unless the
// coordinate system is WGS 84.
func (r *reader) system() {
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
	for _, known := range []string{"CRS84", "4326", "4979"} {
		if strings.Contains(name, known) {
			return
		}
	}
	r.stop(projectedError(fmt.Sprintf("the file declares the coordinate system %q", name)))
}
