// SPDX-License-Identifier: MIT

package reports_test

import (
	"testing"

	"roadsnap/internal/reportfile"
	"roadsnap/ui/maptest"
	"roadsnap/ui/reports"
)

// TestGoldenPage compares the picture of a page in both languages. After a wanted change, look
// at the difference and write the pictures again: go test ./ui/reports -run GoldenPage -update
func TestGoldenPage(t *testing.T) {
	for _, language := range []string{"en", "vi"} {
		d := newDesk(t, &shelf{})
		d.SetLanguage(language)
		d.SetTemplate(reports.Template{Company: "Công ty Vận tải An Bình", Signers: []string{"Người lập", "Lãnh đạo đơn vị"}})
		d.do(d.Make)
		r := d.State().Report
		const scale = 3 // pixels per millimetre
		maptest.Golden(t, "page_"+language, "the page of a report", reportfile.Picture(r.Document, r.Pages.Page(0), scale))
	}
}
