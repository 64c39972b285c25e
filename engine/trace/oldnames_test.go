// SPDX-License-Identifier: MIT

package trace

import (
	"testing"

	"golang.org/x/text/encoding/charmap"
)

// TestNamesInOldEncodings reads tables whose names are in TCVN3 (ABC) and VNI, as bytes of a CSV
// and as the letters that a workbook has of them.
func TestNamesInOldEncodings(t *testing.T) {
	const rows = "07:15:00 21/11/2026;10.77;106.7;36;51C-1\n07:15:10 21/11/2026;10.7701;106.7001;36;51C-1\n"
	for name, names := range map[string]string{
		"TCVN3":              "Th\xeai gian;V\xdc \xae\xe9;Kinh \xae\xe9;T\xe8c \xae\xe9 (km/h);Bi\xd3n s\xe8 xe\n",
		"VNI":                "Th\xf4\xf8i gian;V\xf3 \xf1o\xe4;Kinh \xf1o\xe4;To\xe1c \xf1o\xe4 (km/h);Bie\xe5n so\xe1 xe\n",
		"VNI, in capitals":   "TH\xd4\xd8I GIAN;V\xd3 \xd1O\xc4;KINH \xd1O\xc4;TO\xc1C \xd1O\xc4 (KM/H);BIE\xc5N SO\xc1 XE\n",
		"TCVN3, other words": "Ng\xb5y gi\xea;V\xdc \xae\xe9;Kinh \xae\xe9;V\xcbn t\xe8c;Bi\xd3n s\xe8\n",
	} {
		letters, err := charmap.Windows1252.NewDecoder().String(names)
		if err != nil {
			t.Fatal(err)
		}
		for form, text := range map[string]string{"bytes": names, "letters": letters} {
			trips, err := readTrips(text + rows)
			if err != nil || len(trips) != 1 || len(trips[0].Observations) != 2 {
				t.Errorf("%s, %s: %v, %v", name, form, trips, err)
				continue
			}
			if o := trips[0].Observations[0]; o.Time.IsZero() || o.Lat != 10.77 || o.Lon != 106.7 || o.Speed != 10 || trips[0].Vehicle != "51C-1" {
				t.Errorf("%s, %s: %+v of %q", name, form, o, trips[0].Vehicle)
			}
		}
	}
	for _, other := range []string{"désignation", "größe", "Độ đục", "x\u00a0y"} {
		if r, _, ok := roleOfColumn(other); ok {
			t.Errorf("%q has the role %d", other, r)
		}
	}
}
