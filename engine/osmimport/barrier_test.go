// SPDX-License-Identifier: MIT

package osmimport

import (
	"testing"

	"roadsnap/engine/road"
)

func TestBarrierOf(t *testing.T) {
	for _, c := range []struct {
		name, tags string
		want       road.Access
	}{
		{"none", "highway=crossing", 0},
		{"no", "barrier=no motor_vehicle=no", 0},
		{"gate", "barrier=gate", 0},
		{"gate to a private yard", "barrier=gate access=private", 0},
		{"gate that is locked", "barrier=gate locked=yes", road.AnyVehicle},
		{"gate that is locked but lets motorcycles through", "barrier=gate locked=yes motorcycle=yes", road.AnyVehicle &^ road.Motorcycle},
		{"gate that is closed", "barrier=gate access=no", road.Anyone},
		{"gate for bicycles and walkers", "barrier=gate access=no bicycle=yes foot=yes", road.AnyMotor},
		{"lift gate", "barrier=lift_gate", 0},
		{"lift gate for buses only", "barrier=lift_gate motor_vehicle=no bus=yes", road.AnyMotor &^ road.Bus},
		{"toll booth", "barrier=toll_booth", 0},
		{"bollard", "barrier=bollard", road.Car | road.Truck | road.Bus},
		{"bollard that sinks", "barrier=bollard bollard=rising", 0},
		{"bollard that cars pass", "barrier=bollard motor_vehicle=yes", 0},
		{"bollard against motorcycles too", "barrier=bollard motorcycle=no", road.AnyMotor},
		{"bollard with access=yes", "barrier=bollard access=yes", road.Car | road.Truck | road.Bus},
		{"cycle barrier", "barrier=cycle_barrier", road.AnyMotor},
		{"cycle barrier that bicycles do not pass", "barrier=cycle_barrier bicycle=no", road.AnyVehicle},
		{"turnstile", "barrier=turnstile", road.AnyVehicle},
		{"trap that only wide axles pass", "barrier=bus_trap", road.Car},
		{"wall that crosses the road", "barrier=wall", 0},
		{"wall with a rule", "barrier=wall motor_vehicle=no", road.AnyMotor},
		{"kerb", "barrier=kerb", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := barrierOf(tagged(c.tags)); got != c.want {
				t.Errorf("%s stops %v, want %v", c.tags, got, c.want)
			}
		})
	}
}

// townWithBan is two carriageways that a link joins, with a ban on turning back over it,
// a bollard in a street, and a ban at certain hours.
func townWithBan() fixture {
	return fixture{
		nodes: append(grid(5),
			fixtureNode{id: 11, lat: 10.501, lon: 106}, fixtureNode{id: 12, lat: 10.501, lon: 106.001},
			fixtureNode{id: 13, lat: 10.501, lon: 106.002}, fixtureNode{id: 20, lat: 10.499, lon: 106.002},
			fixtureNode{id: 21, lat: 10.498, lon: 106.002, tags: "barrier=bollard"}, fixtureNode{id: 22, lat: 10.497, lon: 106.002},
		),
		ways: []fixtureWay{
			{id: 100, refs: []int64{1, 2}, tags: "highway=primary oneway=yes"},
			{id: 101, refs: []int64{2, 3, 4, 5}, tags: "highway=primary oneway=yes"},
			{id: 102, refs: []int64{13, 12}, tags: "highway=primary oneway=yes"},
			{id: 103, refs: []int64{12, 11}, tags: "highway=primary oneway=yes"},
			{id: 104, refs: []int64{2, 12}, tags: "highway=primary_link"},
			{id: 105, refs: []int64{3, 20, 21, 22}, tags: "highway=residential"},
		},
		relations: []fixtureRelation{
			{id: 200, tags: "type=restriction restriction=no_u_turn except=motorcycle", members: "from:w100 via:w104 to:w103"},
			{id: 201, tags: "type=restriction restriction:conditional=no_right_turn+@+(07:00-09:00)", members: "from:w102 via:n12 to:w103"},
		},
	}
}

func TestImportOfViaWaysAndBarriers(t *testing.T) {
	for form, data := range forms(townWithBan()) {
		t.Run(form, func(t *testing.T) {
			r := importBytes(t, data)
			got := r.report.Graph
			if got.Restrictions.ViaWay != 1 || got.Restrictions.Applied != 1 || r.report.RestrictionsViaWay != 1 || r.report.RestrictionsTimed != 1 {
				t.Errorf("%+v, %d over ways, %d timed", got.Restrictions, r.report.RestrictionsViaWay, r.report.RestrictionsTimed)
			}
			if got.Barriers != (road.BarrierStats{Applied: 1}) || got.Shadows != 1 {
				t.Errorf("%+v, %d shadows", got.Barriers, got.Shadows)
			}
			timed := 0
			for from := range road.EdgeID(r.graph.NumEdges()) {
				for _, to := range r.graph.Out(r.graph.To(from)) {
					timed += len(r.graph.TimedBans(from, to, road.AnyVehicle))
				}
			}
			if timed != 1 {
				t.Errorf("%d turns are banned at certain hours, want 1", timed)
			}
			if links := r.links(105); len(links) != 2 {
				t.Errorf("the street with the bollard has %d links, want 2", len(links))
			}
			if l := r.links(104)[1]; !r.graph.IsShadow(l) || r.graph.Access(l.Forward()) != road.AnyVehicle&^road.Motorcycle {
				t.Errorf("the shadow of the link is open to %v", r.graph.Access(l.Forward()))
			}
		})
	}
}
