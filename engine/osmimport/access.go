// SPDX-License-Identifier: MIT

package osmimport

import (
	"github.com/paulmach/osm"

	"roadsnap/engine/road"
)

// means is a means of travel with its access tags, from the most general to its
// own. The most specific tag that is set decides
// (https://wiki.openstreetmap.org/wiki/Key:access#Transport_mode_restrictions).
type means struct {
	access road.Access
	keys   []directedKey
}

// directedKey is a key with its forms for one direction of the way, which take
// precedence over it.
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
	{road.Truck, directed("access", "vehicle", "motor_vehicle", narrow, "hgv")},
	{road.Bus, directed("access", "vehicle", "motor_vehicle", narrow, "psv", "bus")},
}

// narrow is the key that closes a way to cars. What is too narrow for a car is so for
// trucks and buses, but a way that is open to cars need not be open to them.
const narrow = "motorcar"

// accessValues maps the values of access tags to open (true) or closed. Places
// that need permission count as open, such as private yards and customers' car
// parks, because the recorder of a trace was there. Only a plain no closes a road.
// Other values are ignored.
var accessValues = map[string]bool{
	"yes": true, "designated": true, "official": true, "permissive": true, "permit": true, "private": true,
	"destination": true, "customers": true, "delivery": true, "residents": true, "employees": true,
	"agricultural": true, "forestry": true, "unknown": true, "public": true,
	"no": false, "use_sidepath": false, "dismount": false,
}

// accessKeys are all keys of access tags.
var accessKeys = func() map[string]bool {
	keys := make(map[string]bool)
	for _, m := range allMeans {
		for _, k := range m.keys {
			keys[k.plain], keys[k.forward], keys[k.backward] = true, true, true
		}
	}
	return keys
}()

// accessOf returns the means of travel to which a way is open along and against
// its drawing direction, without one-way rules (see onewayOf).
func accessOf(tags osm.Tags, rule classRule) (forward, backward road.Access) {
	motorroad := tags.Find("motorroad") == "yes"
	var room [8]osm.Tag
	own := room[:0] // the access tags, which most ways lack
	for _, t := range tags {
		if accessKeys[t.Key] {
			own = append(own, t)
		}
	}
	for _, m := range allMeans {
		open := rule.open&m.access != 0
		if motorroad && m.access&(road.Bicycle|road.Foot) != 0 {
			open = false
		}
		along, against := open, open
		if len(own) > 0 {
			along = m.allowed(own, open, rule.strict, func(k directedKey) string { return k.forward })
			against = m.allowed(own, open, rule.strict, func(k directedKey) string { return k.backward })
		}
		if along {
			forward |= m.access
		}
		if against {
			backward |= m.access
		}
	}
	return forward, backward
}

// allowed reports whether the way is open to m in one direction. byClass is the
// default of its class.
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
		case open && key.plain == narrow && m.access != road.Car:
		case !open && own && m.access == road.Truck:
			// Trucks go there to deliver: a warning, see bansTrucks.
		case !open:
			allowed = false
		case i == 0 || strict && !own:
			// access=yes on a footpath does not open it to cars. The default of
			// the class remains.
		default:
			allowed = true
		}
	}
	return allowed
}
