package coast

import (
	"context"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// Shore is what a map's own coastline tells of land and sea, in the area that the
// map covers. It is good for as long as its pack is open.
type Shore struct {
	net       *boundary.Net
	land, sea *Land
}

// Tags returns the tags of all sections that a Shore is read from.
func Tags() []pack.Tag { return boundary.Shore.Tags() }

// In reports whether p holds any part of a Shore.
func In(p *pack.Pack) bool { return boundary.Shore.In(p) }

// Open returns the Shore in p, as boundary.OpenAs does.
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

// bounds returns the box round all that is told.
func (s *Shore) bounds() geo.Bounds {
	if s.net == nil {
		return geo.NoBounds
	}
	return s.net.Bounds()
}

// Verify checks what Open does not.
func (s *Shore) Verify(ctx context.Context) error { return s.net.Verify(ctx) }

// Sea reports whether the sea is at a point; told is false where the Shore knows
// nothing.
func (s *Shore) Sea(p geo.Point) (sea, told bool) {
	at, found := s.net.Locate(p)
	return found && at.Area == seaArea, found
}
