package osmimport

import (
	"github.com/paulmach/osm"

	"roadsnap/engine/road"
)

// means is a means of travel with the access tags that speak of it, from the
// most general to its own; the most particular one that is set decides
// (https://wiki.openstreetmap.org/wiki/Key:access#Transport_mode_restrictions).
type means struct {
	access road.Access
	keys   []directedKey
}

// directedKey is a key and its forms for one direction of the way, which go
// before it.
type directedKey struct{ plain, forward, backward string }

func directed(keys ...string) []directedKey {
	all := make([]directedKey, len(keys))
	for i, k := range keys {
		all[i] = directedKey{k, k + ":forward", k + ":backward"}
	}
	return all
}

var allMeans = [...]means{
	{road.Car, directed("access", "vehicle", "motor_vehicle", "motorcar")},
	{road.Motorcycle, directed("access", "vehicle", "motor_vehicle", "motorcycle")},
	{road.Bicycle, directed("access", "vehicle", "bicycle")},
	{road.Foot, directed("access", "foot")},
}

// accessValues says what the values of access tags mean here: true is open.
// Whoever recorded a trace was there, so that what needs somebody's leave counts
// as open (private yards, customers' car parks), and only a plain no closes a
// road. Other values say nothing.
var accessValues = map[string]bool{
	"yes": true, "designated": true, "official": true, "permissive": true, "permit": true, "private": true,
	"destination": true, "customers": true, "delivery": true, "residents": true, "employees": true,
	"agricultural": true, "forestry": true, "unknown": true, "public": true,
	"no": false, "use_sidepath": false, "dismount": false,
}

// accessOf returns who may travel a way along and against its drawing direction,
// as far as access goes; one-way rules come on top (see onewayOf).
func accessOf(tags osm.Tags, rule classRule) (forward, backward road.Access) {
	motorroad := tags.Find("motorroad") == "yes"
	for _, m := range allMeans {
		open := rule.open&m.access != 0
		if motorroad && m.access&(road.Bicycle|road.Foot) != 0 {
			open = false
		}
		if m.allowed(tags, open, rule.strict, func(k directedKey) string { return k.forward }) {
			forward |= m.access
		}
		if m.allowed(tags, open, rule.strict, func(k directedKey) string { return k.backward }) {
			backward |= m.access
		}
	}
	return forward, backward
}

// allowed reports whether the way is open to m in one direction, byClass being
// what its class says.
func (m means) allowed(tags osm.Tags, byClass, strict bool, inDirection func(directedKey) string) bool {
	allowed := byClass
	for i, key := range m.keys {
		open, found := accessValues[tags.Find(inDirection(key))]
		if !found {
			open, found = accessValues[tags.Find(key.plain)]
		}
		own := i == len(m.keys)-1
		switch {
		case !found:
		case !open:
			allowed = false
		case i == 0 || strict && !own:
			// access=yes on a footpath does not speak of cars: it takes nothing
			// away and adds nothing to what the class is for.
		default:
			allowed = true
		}
	}
	return allowed
}
