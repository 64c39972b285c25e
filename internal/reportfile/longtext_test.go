// SPDX-License-Identifier: MIT

package reportfile_test

import (
	"io"
	"strings"
	"testing"

	"roadsnap/engine/report"
	"roadsnap/internal/reportfile"
)

// TestLongText writes a table with a text that no trip should have, in a word and in words.
func TestLongText(t *testing.T) {
	for _, text := range []string{strings.Repeat("ế", 20_000), strings.Repeat("Nghĩa ", 5_000)} {
		d := sample(report.Vietnamese)
		for i := range d.Tables {
			for _, row := range d.Tables[i].Rows {
				for k := range row {
					if row[k].Kind == report.Text {
						row[k].Text = text
					}
				}
			}
			d.Tables[i].Rows = d.Tables[i].Rows[:min(len(d.Tables[i].Rows), 1)]
		}
		for _, f := range []reportfile.Format{reportfile.PDF, reportfile.XLSX, reportfile.CSV, reportfile.HTML} {
			if err := reportfile.Write(io.Discard, d, f); err != nil {
				t.Errorf("%v of %.10q…: %v", f, text, err)
			}
		}
	}
}
