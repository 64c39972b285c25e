// SPDX-License-Identifier: MIT

package trip

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// Rule makes a kind of fault a reason if there is at least Limit of it.
type Rule struct {
	Kind  Kind    `json:"kind"`
	Unit  Unit    `json:"-"`
	Limit float64 `json:"limit"`         // in Unit
	Off   bool    `json:"off,omitempty"` // no amount is a reason
}

// Rules are the rules of a verdict, one for each kind, in the order of the kinds. The zero
// Rules explain every trip.
type Rules []Rule

// sum reports whether a kind is a sum of others, which is a reason only if these are none.
func (k Kind) sum() bool { return k == Unexplained || k == LongGap || k == GapTime }

// defaults are the default rules. A gap of any length is unexplained, and so is any damage
// of the file.
//
// The other limits were chosen on 49 recorded drives (Kubička et al. 2015), each with all
// its points and with every fifth and thirtieth of them.
//   - left_out: the matcher's model assumes that a twentieth of all fixes is bad; 48 drives
//     stay below that, and the median is below a thousandth.
//   - inferred: the longest part is 1,243 m, also with every 15th and 60th point.
//   - astray: the farthest point is at 577 m.
//   - low_confidence: one drive has 437 m, the others none.
//   - wrong_way: five of the 147 have one, none has two.
//   - clock_jump: no time is out of order, so a hundredth leaves room for records that
//     arrive late.
//
// The sums are for users who raise the limits of the causes.
var defaults = Rules{
	{Kind: Truncated, Unit: UnitRecords},
	{Kind: Damaged, Unit: UnitRecords},
	{Kind: NoPositions, Unit: UnitRecords},
	{Kind: OnePosition, Unit: UnitRecords},
	{Kind: MixedVehicles, Unit: UnitShare},
	{Kind: WrongDate, Unit: UnitShare},
	{Kind: OffMap, Unit: UnitMetres},
	{Kind: NoRoad, Unit: UnitMetres},
	{Kind: NoRoute, Unit: UnitMetres},
	{Kind: Outage, Unit: UnitMetres},
	{Kind: Jump, Unit: UnitMetres},
	{Kind: ImpossibleSpeed, Unit: UnitMetres},
	{Kind: LeftOut, Unit: UnitShare, Limit: 0.05},
	{Kind: Inferred, Unit: UnitMetres, Limit: 2000},
	{Kind: Astray, Unit: UnitMetres, Limit: 1000},
	{Kind: LowConfidence, Unit: UnitMetres, Limit: 500},
	{Kind: WrongWay, Unit: UnitCount, Limit: 2},
	{Kind: MissingTimes, Unit: UnitShare, Limit: 0.05},
	{Kind: ClockJump, Unit: UnitShare, Limit: 0.01},
	{Kind: Unexplained, Unit: UnitMetres, Limit: 500},
	{Kind: LongGap, Unit: UnitMetres, Limit: 500},
	{Kind: GapTime, Unit: UnitSeconds, Limit: 600},
}

// DefaultRules returns the rules that apply unless the user changes them.
func DefaultRules() Rules { return slices.Clone(defaults) }

// Judge returns what is unexplained in a trip with these measures.
func (r Rules) Judge(list []Measure) (a Assessment) {
	for _, rule := range r {
		i := slices.IndexFunc(list, func(m Measure) bool { return m.Kind == rule.Kind })
		if i < 0 || rule.Off || !(list[i].Amount >= rule.Limit) || rule.Kind.sum() && len(a.Reasons) > 0 {
			continue
		}
		a.Reasons = append(a.Reasons, Reason{Kind: rule.Kind, Amount: list[i].Amount, Unit: rule.Unit})
	}
	return a
}

// UnmarshalJSON reads rules. Those of kinds that are not in the list are the default ones;
// those of unknown kinds are left out, because another version may have written them. A
// limit must be finite.
func (r *Rules) UnmarshalJSON(data []byte) error {
	var list []Rule
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	rules := DefaultRules()
	for _, read := range list {
		if math.IsInf(read.Limit, 0) || math.IsNaN(read.Limit) {
			return fmt.Errorf("rule %q: the limit %v is not a number", read.Kind, read.Limit)
		}
		if i := slices.IndexFunc(rules, func(x Rule) bool { return x.Kind == read.Kind }); i >= 0 {
			rules[i].Limit, rules[i].Off = read.Limit, read.Off
		}
	}
	*r = rules
	return nil
}
