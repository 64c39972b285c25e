// SPDX-License-Identifier: MIT

package match_test

import (
	"testing"
	"time"

	"roadsnap/engine/match"
)

func TestRecordedSpanLeavesOutPointsWithoutTime(t *testing.T) {
	at := func(seconds ...int64) (list []match.Observation) {
		for _, s := range seconds {
			o := match.Observation{}
			if s > 0 {
				o.Time = time.Unix(s, 0)
			}
			list = append(list, o)
		}
		return list
	}
	if first, _ := match.RecordedSpan(at(0, 0)); !first.IsZero() {
		t.Error("a trip without times has a time span")
	}
	if first, last := match.RecordedSpan(at(0, 7, 0, 5, 9, 0, 0)); first.Unix() != 7 || last.Unix() != 9 {
		t.Errorf("%v to %v, want 7 to 9", first.Unix(), last.Unix())
	}
}
