// SPDX-License-Identifier: MIT

package trace

import "testing"

func TestContainers(t *testing.T) {
	const (
		a   = `{"lat":21.1,"lng":105.1,"gps_time":"2026-11-03 07:15:30"}`
		b   = `{"lat":21.2,"lng":105.2,"gps_time":"2026-11-03 07:15:40"}`
		two = "trip | 21.1,105.1 2026-11-03T07:15:30+07:00 | 21.2,105.2 2026-11-03T07:15:40+07:00"
	)
	runReadCases(t, []readCase{
		{name: "list in an answer", text: `{"status":"ok","data":[` + a + "," + b + `],"count":2}`, want: []string{two}},
		{name: "deep in an answer", text: `{"code":200,"result":{"Positions":[` + a + "," + b + `]}}`, want: []string{two}},
		{
			name: "vehicles", text: `{"data":[{"plate":"A","points":[` + a + `]},{"history":[` + b + `],"plate":"B"}]}`,
			want: []string{"A | 21.1,105.1 2026-11-03T07:15:30+07:00", "B | 21.2,105.2 2026-11-03T07:15:40+07:00"},
		},
		{
			name: "vehicles in turn", text: `{"items":[{"plate":"A","lat":21.1,"lon":105.1},{"plate":"B","lat":10.1,"lon":106.1},{"plate":"A","lat":21.2,"lon":105.2}]}`,
			want: []string{"A | 21.1,105.1 | 21.2,105.2", "B | 10.1,106.1"},
		},
		{name: "nothing in a list", text: `{"data":[],"points":[` + a + "," + b + `]}`, want: []string{two}},
		{name: "lines", text: a + "\n" + `{"class":"SKY"}` + "\n" + b, want: []string{two}, notes: []string{"no_fix line 2"}},
		{
			name: "lines of vehicles", text: `{"lat":21.1,"lon":105.1,"plate":"A"}` + "\n" + `{"lat":10.1,"lon":106.1,"plate":"B"}`,
			want: []string{"A | 21.1,105.1", "B | 10.1,106.1"},
		},
		{
			name: "positions in objects and texts",
			text: `[{"position":{"lat":21.1,"lng":105.1}},{"location":{"type":"Point","coordinates":[105.2,21.2]}},{"point":"21.3°, 105.3°"},{"LatLng":"geo:21.4000,105.4000"}]`,
			want: []string{"trip | 21.1,105.1 | 21.2,105.2 | 21.3,105.3 | 21.4,105.4"},
		},
		{
			name: "records of Google", text: `{"locations":[{"latitudeE7":211000000,"longitudeE7":1051000000,"accuracy":12,"timestampMs":"1793664930000"}]}`,
			want: []string{"trip | 21.1,105.1 2026-11-03T07:15:30+07:00 a12"},
		},
		{
			name: "timeline of Google",
			text: `{"semanticSegments":[{"startTime":"2026-11-03T07:00:00.000+07:00","timelinePath":[{"point":"21.1°, 105.1°","time":"2026-11-03T07:15:30.000+07:00"}]},` +
				`{"visit":{"topCandidate":{"placeLocation":{"latLng":"1°, 1°"}}}},{"timelinePath":[{"point":"21.2°, 105.2°","time":"2026-11-03T07:15:40.000+07:00"}]}],` +
				`"rawSignals":[{"position":{"LatLng":"3°, 3°"}}]}`,
			want: []string{two},
		},
		{
			name: "Vietnamese names", text: `[{"Biển số":"A","Vĩ độ":21.1,"Kinh độ":105.1,"Thời gian":"03/11/2026 07:15:30","Vận tốc":36,"Hướng":90}]`,
			want: []string{"A | 21.1,105.1 2026-11-03T07:15:30+07:00 v10 h90"},
		},
		{
			name: "Vietnamese properties",
			text: `{"type":"Feature","geometry":{"type":"Point","coordinates":[105.1,21.1]},"properties":{"Biển số":"A","Thời gian":"03/11/2026 07:15:30","Vận tốc (km/h)":"36"}}`,
			want: []string{"A | 21.1,105.1 2026-11-03T07:15:30+07:00 v10"},
		},
	})
}
