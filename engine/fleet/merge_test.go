// SPDX-License-Identifier: MIT

package fleet

import (
	"reflect"
	"testing"
	"time"
)

func TestMerge(t *testing.T) {
	old := Register{
		Vehicles: []Vehicle{{Plate: "51C-123.45", Kind: "5 tấn", Group: "Đội 1", Norm: 12.5}, {Plate: "51D-777.77", Kind: "", Group: "Đội 2", Norm: 0}, {Plate: "51c 12345", Kind: "twice", Group: "", Norm: 0}},
		Drivers:  []Driver{{"Nguyễn Văn An", "079", ""}, {"Bình", "", "0903"}, {"Chi", "1", ""}, {"Chi", "2", ""}},
		Assignments: []Assignment{
			{"51C-123.45", "Nguyễn Văn An", day(2026, 11, 1), day(2026, 11, 16)},
			{"51C-123.45", "Bình", day(2026, 11, 16), time.Time{}},
			{"51D-777.77", "Chi", time.Time{}, time.Time{}},
		},
	}
	more := Register{
		Vehicles: []Vehicle{{Plate: "51c12345", Kind: "8 tấn", Group: "", Norm: 0}, {Plate: "29A-1", Kind: "", Group: "", Norm: 0}, {Plate: "29A1", Kind: "xe con", Group: "", Norm: 0}, {Plate: "51D 77777", Kind: "", Group: "", Norm: 0}},
		Drivers:  []Driver{{"NGUYỄN VĂN AN", "", "0901"}, {"Chi", "2", "0902"}, {"Chi", "3", ""}, {"Dũng", "", ""}, {"chi", "", ""}},
		Assignments: []Assignment{
			{"51c12345", "nguyễn văn an", day(2026, 11, 1).UTC(), day(2026, 11, 20)},
			{"51C-123.45", "Bình", day(2026, 11, 17), time.Time{}},
			{"51D-777.77", "Chi", time.Time{}, time.Time{}},
		},
	}
	want := Register{
		Vehicles: []Vehicle{{Plate: "51C-123.45", Kind: "8 tấn", Group: "Đội 1", Norm: 12.5}, old.Vehicles[1], old.Vehicles[2], {Plate: "29A-1", Kind: "xe con", Group: "", Norm: 0}},
		Drivers:  []Driver{{"Nguyễn Văn An", "079", "0901"}, old.Drivers[1], old.Drivers[2], {"Chi", "2", "0902"}, {"Chi", "3", ""}, {"Dũng", "", ""}},
		Assignments: []Assignment{
			{"51C-123.45", "Nguyễn Văn An", day(2026, 11, 1), day(2026, 11, 20)},
			old.Assignments[1], old.Assignments[2], more.Assignments[1],
		},
	}
	before := Register{append([]Vehicle{}, old.Vehicles...), append([]Driver{}, old.Drivers...), append([]Assignment{}, old.Assignments...)}
	got, c := old.Merge(more)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if want := (Changes{Change{1, 1, 2}, Change{2, 2, 2}, Change{1, 1, 2}}); c != want {
		t.Errorf("changes %+v, want %+v", c, want)
	}
	if !reflect.DeepEqual(old, before) {
		t.Errorf("the register itself became %+v", old)
	}
	again, c := got.Merge(more)
	if want := (Changes{Change{0, 0, 4}, Change{0, 0, 6}, Change{0, 0, 4}}); !reflect.DeepEqual(again, got) || c != want {
		t.Errorf("merged twice: %+v, changes %+v", again, c)
	}
}

func TestWithout(t *testing.T) {
	r := Register{
		Vehicles:    []Vehicle{{Plate: "51C-123.45", Kind: "5 tấn", Group: "", Norm: 0}, {Plate: "51D-1", Kind: "", Group: "", Norm: 0}},
		Drivers:     []Driver{{"An", "1", ""}, {"An", "2", ""}, {"Bình", "", ""}},
		Assignments: []Assignment{{"51C-123.45", "An", day(2026, 11, 1), time.Time{}}, {"51C-123.45", "An", day(2026, 11, 2), time.Time{}}},
	}
	other := Register{
		Vehicles:    []Vehicle{{Plate: "51c12345", Kind: "", Group: "", Norm: 0}},
		Drivers:     []Driver{{"an", "1", ""}, {"Bình", "7", ""}},
		Assignments: []Assignment{{"51c12345", "An", day(2026, 11, 2), day(2026, 11, 9)}},
	}
	want := Register{r.Vehicles[1:], r.Drivers[1:2], r.Assignments[:1]}
	if got := r.Without(other); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// TestRebase joins the changes of two who began with the same register.
func TestRebase(t *testing.T) {
	base := Register{
		Vehicles:    []Vehicle{{Plate: "51C-1", Kind: "", Group: "A", Norm: 10}, {Plate: "51C-2", Kind: "", Group: "A", Norm: 0}, {Plate: "51C-3", Kind: "", Group: "", Norm: 0}},
		Drivers:     []Driver{{"An", "1", ""}, {"Bình", "", ""}},
		Assignments: []Assignment{{"51C-1", "An", day(2026, 11, 1), time.Time{}}, {"51C-2", "An", time.Time{}, time.Time{}}},
	}
	theirs := Register{
		Vehicles:    []Vehicle{{Plate: "51C-1", Kind: "bus", Group: "A", Norm: 10}, {Plate: "51C-2", Kind: "", Group: "B", Norm: 0}, {Plate: "51C-4", Kind: "", Group: "", Norm: 0}},
		Drivers:     []Driver{{"An", "1", "0901"}, {"Bình", "", ""}, {"Chi", "", ""}},
		Assignments: []Assignment{{"51C-1", "An", day(2026, 11, 1).UTC(), day(2026, 11, 9)}, {"51C-2", "An", time.Time{}, time.Time{}}},
	}
	edited := Register{
		Vehicles:    []Vehicle{{Plate: "51c1", Kind: "", Group: "", Norm: 0}, {Plate: "51C-2", Kind: "", Group: "A", Norm: 0}, {Plate: "51C-3", Kind: "", Group: "", Norm: 0}, {Plate: "51C-5", Kind: "", Group: "", Norm: 0}},
		Drivers:     []Driver{{"An", "1", ""}},
		Assignments: []Assignment{{"51C-1", "An", day(2026, 11, 1).UTC(), time.Time{}}, {"51C-2", "Chi", time.Time{}, time.Time{}}},
	}
	want := Register{
		Vehicles:    []Vehicle{theirs.Vehicles[1], theirs.Vehicles[2], edited.Vehicles[0], edited.Vehicles[3]},
		Drivers:     []Driver{theirs.Drivers[0], theirs.Drivers[2]},
		Assignments: []Assignment{theirs.Assignments[0], edited.Assignments[1]},
	}
	if got := theirs.Rebase(base, edited); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := base.Rebase(base, edited); len(got.Vehicles) != 4 || len(got.Drivers) != 1 || len(got.Assignments) != 2 {
		t.Errorf("only one has changed it: %+v", got)
	}
}
