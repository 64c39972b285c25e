package unitimport

import (
	"fmt"
	"strings"
)

// system reads the member crs that GeoJSON had before RFC 7946, and stops at a
// system of coordinates that is not WGS 84.
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
	r.stop(projectedError(fmt.Sprintf("the file says that it is in %q", name)))
}
