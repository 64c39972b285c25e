package engine

import (
	"roadsnap/engine/boundary"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// Ground calls visit with what a picture of box shows below everything else; see
// coast.World.Visit. The country's own land is that of the installed borders;
// where those do not have every ward, the overview is under them. An engine
// without the land abroad knows no ground.
func (e *Engine) Ground(level boundary.Level, box geo.Box, visit func(coast.Kind, []geo.Fixed)) error {
	if e.world == nil {
		return nil
	}
	own := coast.Country{Sketch: e.sketch}
	m := e.use()
	if m == nil || m.land == nil {
		e.world.Visit(level, box, own, visit)
		return e.release(m)
	}
	defer func() { _ = e.release(m) }()
	return m.guard(func(m *installed) error {
		if own.Home = m.land; m.atlas.Complete() {
			own.Sketch = nil
		}
		e.world.Visit(level, box, own, visit)
		return nil
	})
}

// openLand opens the land abroad in a pack that is held in memory.
func (e *Engine) openLand(b []byte) error {
	p, err := pack.OpenBytes("land", b)
	if err != nil {
		return err
	}
	net, err := boundary.Open(p)
	if err == nil {
		e.world = coast.NewWorld(net)
	}
	return err
}
