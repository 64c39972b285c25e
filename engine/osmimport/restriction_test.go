// SPDX-License-Identifier: MIT

package osmimport

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/paulmach/osm"

	"roadsnap/engine/road"
)

// withMembers parses members of the form role:kind and id, such as from:w1.
func withMembers(words string) []member {
	kinds := map[byte]osm.Type{'n': osm.TypeNode, 'w': osm.TypeWay, 'r': osm.TypeRelation}
	var all []member
	for _, word := range strings.Fields(words) {
		role, rest, _ := strings.Cut(word, ":")
		id, _ := strconv.ParseInt(rest[1:], 10, 64)
		all = append(all, member{kind: kinds[rest[0]], id: id, role: role})
	}
	return all
}

func TestRestrictionsOf(t *testing.T) {
	const usual = "from:w1 via:n5 to:w2"
	one := func(a road.Access, only bool) []restriction {
		return []restriction{{access: a, from: 1, node: 5, to: 2, only: only}}
	}
	timed := func(a road.Access) []restriction {
		return []restriction{{access: a, from: 1, node: 5, to: 2, hours: "no_left_turn @ (06:00-09:00)"}}
	}
	for _, c := range []struct {
		name, tags, members string
		want                []restriction
		fate                restrictionFate
	}{
		{"no", "restriction=no_left_turn", usual, one(road.AnyVehicle, false), restrictionUsed},
		{"only", "restriction=only_straight_on", usual, one(road.AnyVehicle, true), restrictionUsed},
		{"members in another order", "restriction=no_left_turn", "to:w2 from:w1 via:n5", one(road.AnyVehicle, false), restrictionUsed},
		{"turning back", "restriction=no_u_turn", "from:w1 via:n5 to:w1",
			[]restriction{{access: road.AnyVehicle, from: 1, node: 5, to: 1}}, restrictionUsed},
		{"for cars", "restriction:motorcar=no_left_turn", usual, one(road.Car, false), restrictionUsed},
		{"for motorcycles", "restriction:motorcycle=only_right_turn", usual, one(road.Motorcycle, true), restrictionUsed},
		{"for motors", "restriction:motor_vehicle=no_left_turn", usual, one(road.AnyMotor, false), restrictionUsed},
		{"except motorcycles", "restriction=no_left_turn except=motorcycle", usual, one(road.AnyVehicle&^road.Motorcycle, false), restrictionUsed},
		{"except several", "restriction=no_left_turn except=psv;bicycle;+motorcycle", usual, one(road.Car|road.Truck, false), restrictionUsed},
		{"except unknown", "restriction=no_left_turn except=mortorcycle", usual, one(road.AnyVehicle, false), restrictionUsed},
		{"except all of ours", "restriction=no_left_turn except=motor_vehicle;bicycle", usual, nil, restrictionForOthers},
		{"different for motorcycles", "restriction=no_left_turn restriction:motorcycle=only_left_turn", usual, []restriction{
			{access: road.Car, from: 1, node: 5, to: 2}, {access: road.Motorcycle, from: 1, node: 5, to: 2, only: true},
			{access: road.Bicycle | road.Truck | road.Bus, from: 1, node: 5, to: 2},
		}, restrictionUsed},
		{"no entry from two", "restriction=no_entry", "from:w1 from:w3 via:n5 to:w2", []restriction{
			{access: road.AnyVehicle, from: 1, node: 5, to: 2}, {access: road.AnyVehicle, from: 3, node: 5, to: 2},
		}, restrictionUsed},
		{"no exit to two", "restriction=no_exit", "from:w1 via:n5 to:w2 to:w3", []restriction{
			{access: road.AnyVehicle, from: 1, node: 5, to: 2}, {access: road.AnyVehicle, from: 1, node: 5, to: 3},
		}, restrictionUsed},

		{"via a way", "restriction=no_u_turn", "from:w1 via:w9 to:w2",
			[]restriction{{access: road.AnyVehicle, from: 1, via: []int64{9}, to: 2}}, restrictionUsed},
		{"via two ways and a node", "restriction=only_left_turn", "from:w1 via:w9 via:n5 via:w8 to:w2",
			[]restriction{{access: road.AnyVehicle, from: 1, via: []int64{9, 8}, to: 2, only: true}}, restrictionUsed},
		{"via a way, except motorcycles", "restriction=no_u_turn except=motorcycle", "from:w1 via:w9 to:w1",
			[]restriction{{access: road.AnyVehicle &^ road.Motorcycle, from: 1, via: []int64{9}, to: 1}}, restrictionUsed},
		{"via too many ways", "restriction=no_u_turn", "from:w1 to:w2" + strings.Repeat(" via:w9", 17), nil, restrictionMalformed},
		{"for lorries", "restriction:hgv=no_left_turn", usual, one(road.Truck, false), restrictionUsed},
		{"for buses", "restriction:psv=no_left_turn", usual, one(road.Bus, false), restrictionUsed},
		{"for coaches", "restriction:coach=no_left_turn", usual, nil, restrictionForOthers},
		{"at certain hours", "restriction:conditional=no_left_turn+@+(06:00-09:00)", usual, timed(road.AnyVehicle), restrictionTimed},
		{"at certain hours, except buses", "restriction:conditional=no_left_turn+@+(06:00-09:00) except=psv", usual, timed(road.AnyVehicle &^ road.Bus), restrictionTimed},
		{"for lorries at certain hours", "restriction:hgv:conditional=no_left_turn+@+(06:00-09:00)", usual, timed(road.Truck), restrictionTimed},
		{"allowed at certain hours", "restriction:conditional=only_left_turn+@+(06:00-09:00)", usual, nil, restrictionTimed},
		{"via a way at certain hours", "restriction:conditional=no_left_turn+@+(06:00-09:00)", "from:w1 via:w9 to:w2", nil, restrictionTimed},
		{"at certain hours, no to", "restriction:conditional=no_left_turn+@+(06:00-09:00)", "from:w1 via:n5", nil, restrictionMalformed},
		{"always, except at certain hours", "restriction=no_left_turn restriction:conditional=none+@+(22:00-06:00)", usual, one(road.AnyVehicle, false), restrictionUsed},
		{"at certain hours, old style", "restriction=no_left_turn hour_on=6:00 hour_off=9:00", usual, nil, restrictionTimed},
		{"no value", "type=restriction", usual, nil, restrictionMalformed},
		{"unknown value", "restriction=give_way", usual, nil, restrictionMalformed},
		{"no from", "restriction=no_left_turn", "via:n5 to:w2", nil, restrictionMalformed},
		{"no via", "restriction=no_left_turn", "from:w1 to:w2", nil, restrictionMalformed},
		{"no to", "restriction=no_left_turn", "from:w1 via:n5", nil, restrictionMalformed},
		{"two vias", "restriction=no_left_turn", "from:w1 via:n5 via:n6 to:w2", nil, restrictionMalformed},
		{"two froms", "restriction=no_left_turn", "from:w1 from:w3 via:n5 to:w2", nil, restrictionMalformed},
		{"node as from", "restriction=no_left_turn", "from:n1 via:n5 to:w2", nil, restrictionMalformed},
		{"no members", "restriction=no_left_turn", "", nil, restrictionMalformed},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &relation{tags: tagged(c.tags), members: withMembers(c.members)}
			got, fate := restrictionsOf(r)
			if fate != c.fate || !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v (%d), want %+v (%d)", got, fate, c.want, c.fate)
			}
		})
	}
}

func TestRestrictionsDoNotMultiply(t *testing.T) {
	r := &relation{tags: tagged("restriction=no_entry"), members: withMembers("via:n5 to:w1 " + strings.Repeat("from:w2 ", 10000))}
	if got, fate := restrictionsOf(r); fate != restrictionMalformed {
		t.Errorf("%d restrictions (%d), want %d", len(got), fate, restrictionMalformed)
	}
}
