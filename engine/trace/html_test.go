// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

func TestHTML(t *testing.T) {
	rows := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "<tr><td>%d</td><td>21/11/2026 07:15:%02d</td><td>10,77%d</td><td>106,70%d</td><td>%d&nbsp;km/h</td></tr>\n", i+1, i, i, i, 30+i)
		}
		return b.String()
	}
	heading := "<tr><th>STT</th><th>Thời gian</th><th>Vĩ độ</th><th>Kinh độ</th><th>Tốc độ</th></tr>"
	for _, c := range []struct{ name, text, vehicle string }{
		{"as Excel takes it", `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8"><style>td { color: red }</style></head><body>
<table border=1><tr><td colspan="5">Biển số xe: <b>51C-123.45</b></td></tr>` + heading + rows(9) + "</table></body></html>", "51C-123.45"},
		{"a bare table", "\n <table>" + heading + rows(9) + "</table>", ""},
		{"a title in a table of its own", "<!DOCTYPE html><body><table><tr><td>Hành trình xe 51C-123.45</td></tr></table><table>" + heading + rows(9) + "</table>", "51C-123.45"},
		{"spans", "<TABLE><TR><TD rowspan=2>STT<TD ROWSPAN='2'>Thời gian<TD colspan=2>Vị trí<TD rowspan=2>Tốc độ<TR><TD>Vĩ độ<TD>Kinh độ" + rows(9) + "</TABLE>", ""},
		{"a table for layout", "<html><table><tr><td><table>" + heading + rows(9) + "</table></td></tr></table></html>", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			trips, err := Read(context.Background(), strings.NewReader(c.text), "x.xls", Options{})
			if err != nil || len(trips) != 1 || len(trips[0].Observations) != 9 || trips[0].Vehicle != c.vehicle {
				t.Fatalf("%+v, %v", trips, err)
			}
			o := trips[0].Observations[3]
			if want := time.Date(2026, 11, 21, 7, 15, 3, 0, VietnamTime()); !o.Time.Equal(want) || o.Lat != 10.773 || o.Lon != 106.703 || math.Abs(o.Speed*3.6-33) > 1e-9 {
				t.Errorf("%+v", o)
			}
		})
	}
}

func TestRefusedHTML(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       error
	}{
		{"no table", "<html><body>Please log in</body></html>", ErrFormat},
		{"a blank table", "<html><table><tr><td> </td></tr></table></html>", ErrEmpty},
		{"other table", "<html><table><tr><td>Km</td><td>Xe</td></tr></table></html>", ErrColumns},
		{"long text", "<table><tr><td>" + strings.Repeat("x", 2<<20), ErrFormat},
		{"many cells", "<table><tr>" + strings.Repeat("<td colspan=100>x", 20), ErrFormat},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := Read(context.Background(), strings.NewReader(c.text), "x.xls", Options{}); !errors.Is(err, c.want) {
				t.Error(err)
			}
		})
	}
}
