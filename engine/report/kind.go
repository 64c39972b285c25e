// SPDX-License-Identifier: MIT

package report

import "slices"

// Kind is a kind of report. Its text is its name on the command line.
type Kind string

// The kinds. The first seven are the forms of annex B of QCVN 31:2014/BGTVT.
const (
	Journey    Kind = "journey"    // B.1
	Speeds     Kind = "speeds"     // B.2.1
	OverLimit  Kind = "speeding"   // B.2.2
	Continuous Kind = "continuous" // B.3
	StopList   Kind = "stops"      // B.4
	ByVehicle  Kind = "vehicles"   // B.5.1
	ByDriver   Kind = "drivers"    // B.5.2
	HourList   Kind = "hours"      // driving hours by day and week
	Fleet      Kind = "fleet"      // figures of the fleet
)

// Kinds returns all kinds.
func Kinds() []Kind {
	return []Kind{Journey, Speeds, OverLimit, Continuous, StopList, ByVehicle, ByDriver, HourList, Fleet}
}

// Valid reports whether the kind exists.
func (k Kind) Valid() bool { return slices.Contains(Kinds(), k) }

// OfOneVehicle reports whether the report lists the points of one vehicle.
func (k Kind) OfOneVehicle() bool { return k == Journey || k == Speeds }

// form is the number of the form in annex B, "" for others.
func (k Kind) form() string {
	return map[Kind]string{Journey: "B.1", Speeds: "B.2.1", OverLimit: "B.2.2", Continuous: "B.3", StopList: "B.4", ByVehicle: "B.5.1", ByDriver: "B.5.2"}[k]
}

// Title returns the name of the report in a language.
func (k Kind) Title(l Language) string { return l.T("kind." + string(k)) }
