// SPDX-License-Identifier: MIT

package compat

// mapboxLimit is the speed limit of a segment.
type mapboxLimit struct {
	Speed   int    `json:"speed,omitempty"`
	Unit    string `json:"unit,omitempty"`
	Unknown bool   `json:"unknown,omitempty"`
}

// mapboxLimits returns the limits of the segments of s.
func mapboxLimits(s *stretch) *[]mapboxLimit {
	list := make([]mapboxLimit, len(s.segments))
	for i := range s.segments {
		if w := s.segments[i].way; w.HasMaxSpeed {
			list[i] = mapboxLimit{Speed: int(w.MaxSpeedKMH), Unit: "km/h"}
		} else {
			list[i].Unknown = true
		}
	}
	return &list
}
