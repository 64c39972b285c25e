// SPDX-License-Identifier: MIT

package coast

import (
	"context"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// Shore is the land and sea in the area of a map, as divided by its own coastline.
// It is valid while its pack is open.
type Shore struct {
	net       *boundary.Net
	land, sea *Land
}

// Tags returns the tags of the sections of a Shore.
func Tags() []pack.Tag { return boundary.Shore.Tags() }

// In reports whether p has any section of a Shore.
func In(p *pack.Pack) bool { return boundary.Shore.In(p) }

// Open returns the Shore in p. See boundary.OpenAs for errors.
func Open(p *pack.Pack) (*Shore, error) {
	net, err := boundary.OpenAs(boundary.Shore, p)
	if err != nil {
		return nil, err
	}
	return &Shore{
		net:  net,
		land: NewLand(net, func(area int) bool { return area == landArea }),
		sea:  NewLand(net, func(area int) bool { return area == seaArea }),
	}, nil
}

// bounds returns the bounding box of the known area.
func (s *Shore) bounds() geo.Bounds {
	if s.net == nil {
		return geo.NoBounds
	}
	return s.net.Bounds()
}

// Verify makes the checks that Open leaves out.
func (s *Shore) Verify(ctx context.Context) error { return s.net.Verify(ctx) }

// Sea reports whether p is in the sea. told is false where the ground is unknown.
func (s *Shore) Sea(p geo.Point) (sea, told bool) {
	at, found := s.net.Locate(p)
	return found && at.Area == seaArea, found
}

// Extract writes the land and sea that meet a region.
func (s *Shore) Extract(ctx context.Context, region *geo.Region, w *pack.Writer) error {
	_, _, err := s.net.Extract(ctx, boundary.Shore, region, w)
	return err
}
