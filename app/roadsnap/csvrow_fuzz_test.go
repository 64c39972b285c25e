// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"testing"

	"roadsnap/engine/trace"
)

// cellsOf returns the texts of the cells of a row, without the apostrophes of guards. ok is false
// if a quotation mark is not closed.
func cellsOf(r csvRows, row []byte) (cells []string, ok bool) {
	_, _, n, closed := r.pick(row, -1, -1)
	for i := range n {
		cell, _, _, _ := r.pick(row, i, -1)
		cells = append(cells, trace.Unguarded(string(content(cell))))
	}
	return cells, closed
}

// FuzzGuardedRow holds that a guarded row has the same cells, and none that is a formula.
func FuzzGuardedRow(f *testing.F) {
	for _, row := range []string{`a,=1,"=2"`, `"=""3""",'=4,-5,-x`, `"a,=b",@`, `=",`, "\t,\r", `"=1` + "\n" + `2",+84 901`, `,,-`, `'"=`} {
		f.Add([]byte(row))
	}
	f.Fuzz(func(t *testing.T, row []byte) {
		r := csvRows{','}
		if n, _ := r.next(row, true); n != len(row) {
			return // more than a row
		}
		row, _ = cutEnd(row)
		want, ok := cellsOf(r, row)
		if !ok {
			return
		}
		guarded := r.appendGuarded(nil, row)
		got, ok := cellsOf(r, guarded)
		if !ok || len(got) != len(want) {
			t.Fatalf("%q becomes %q", row, guarded)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("cell %d of %q is %q, not %q", i, guarded, got[i], want[i])
			}
			cell, _, _, _ := r.pick(guarded, i, -1)
			if text := string(content(cell)); len(text) > 0 && text[0] != '\'' && trace.GuardedCell(text) != text {
				t.Errorf("cell %d of %q is a formula", i, guarded)
			}
		}
		if again := r.appendGuarded(nil, guarded); !bytes.Equal(again, guarded) {
			t.Errorf("%q becomes %q", guarded, again)
		}
	})
}
