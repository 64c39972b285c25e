// SPDX-License-Identifier: MIT

package trip

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// Rule makes a kind of fault a reason if there is at least Limit of it, and at least Share
// of the whole.
type Rule struct {
	Kind  Kind    `json:"kind"`
	Unit  Unit    `json:"-"`
	Limit float64 `json:"limit"` // in Unit
	// Share is in [0, 1], of the matched length of the trip. It is 0 unless HasShare.
	Share float64 `json:"share"`
	Off   bool    `json:"off,omitempty"` // no amount is a reason
}

// HasShare reports whether the rule has a Share. A longer trip passes more crossings at
// which its route is in doubt, and adds up more of the error of an odometer, so that a length
// alone says little about it.
func (r Rule) HasShare() bool { return r.Kind == LowConfidence || r.Kind == DeviceDistance }

// reached reports whether an amount of the kind in a trip of a matched length (metres) is a
// reason.
func (r Rule) reached(amount, matched float64) bool {
	return !r.Off && amount >= r.Limit && (!r.HasShare() || amount >= r.Share*matched)
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
//   - low_confidence: one drive has 437 m, which is 1.5 % of its route, the others none. On
//     trips of more than 50 km the share decides.
//   - wrong_way: five of the 147 have one, none has two.
//   - clock_jump: no time is out of order, so a hundredth leaves room for records that
//     arrive late.
//
// The drives have no odometer. One that counts whole kilometres is off by up to one at either
// end, and one that counts turns of a worn or another wheel by some hundredths.
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
	{Kind: LowConfidence, Unit: UnitMetres, Limit: 500, Share: 0.01},
	{Kind: WrongWay, Unit: UnitCount, Limit: 2},
	{Kind: MissingTimes, Unit: UnitShare, Limit: 0.05},
	{Kind: ClockJump, Unit: UnitShare, Limit: 0.01},
	{Kind: DeviceDistance, Unit: UnitMetres, Limit: 2000, Share: 0.1},
	{Kind: Unexplained, Unit: UnitMetres, Limit: 500},
	{Kind: LongGap, Unit: UnitMetres, Limit: 500},
	{Kind: GapTime, Unit: UnitSeconds, Limit: 600},
}

// DefaultRules returns the rules that apply unless the user changes them.
func DefaultRules() Rules { return slices.Clone(defaults) }

// Judge returns what is unexplained in a trip. It uses the measures and the matched length
// of the summary.
func (r Rules) Judge(s Summary) (a Assessment) {
	for _, rule := range r {
		i := slices.IndexFunc(s.Measures, func(m Measure) bool { return m.Kind == rule.Kind })
		if i < 0 || !rule.reached(s.Measures[i].Amount, s.Matched) || rule.Kind.sum() && len(a.Reasons) > 0 {
			continue
		}
		a.Reasons = append(a.Reasons, Reason{Kind: rule.Kind, Amount: s.Measures[i].Amount, Unit: rule.Unit})
	}
	return a
}

// UnmarshalJSON reads rules. Those of kinds that are not in the list are the default ones;
// those of unknown kinds are left out, because another version may have written them. A
// rule without a share has the default one. A limit must be finite, and a share in [0, 1].
func (r *Rules) UnmarshalJSON(data []byte) error {
	var list []struct {
		Kind  Kind     `json:"kind"`
		Limit float64  `json:"limit"`
		Share *float64 `json:"share"`
		Off   bool     `json:"off"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	rules := DefaultRules()
	for _, read := range list {
		if math.IsInf(read.Limit, 0) || math.IsNaN(read.Limit) {
			return fmt.Errorf("rule %q: the limit %v is not a number", read.Kind, read.Limit)
		}
		if read.Share != nil && !(*read.Share >= 0 && *read.Share <= 1) {
			return fmt.Errorf("rule %q: the share %v is not in 0 to 1", read.Kind, *read.Share)
		}
		if i := slices.IndexFunc(rules, func(x Rule) bool { return x.Kind == read.Kind }); i >= 0 {
			rules[i].Limit, rules[i].Off = read.Limit, read.Off
			if read.Share != nil && rules[i].HasShare() {
				rules[i].Share = *read.Share
			}
		}
	}
	*r = rules
	return nil
}
