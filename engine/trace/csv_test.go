// SPDX-License-Identifier: MIT

package trace

import (
	"testing"

	"roadsnap/engine/geo"
)

func TestReadCSV(t *testing.T) {
	const two = "trip | 10.1,106.1 | 10.2,106.2"
	runReadCases(t, []readCase{
		{name: "comma", text: "lat,lon\n10.1,106.1\n10.2,106.2\n", want: []string{two}},
		{name: "the most cells", text: "lat,lon" + repeat(",", 999) + "\n10.1,106.1" + repeat(",", 999) + "\n10.2,106.2\n", want: []string{two}},
		{name: "a long note", text: "lat,lon,note\n10.1,106.1,\n10.2,106.2," + repeat("x", 70_000) + "\n", want: []string{two}},
		{name: "CR LF and no end of the last line", text: "lat,lon\r\n10.1,106.1\r\n10.2,106.2", want: []string{two}},
		{name: "CR only", text: "lat,lon\r10.1,106.1\r10.2,106.2\r", want: []string{two}},
		{name: "longitude first", text: "Longitude,Latitude\n106.1,10.1\n106.2,10.2\n", want: []string{two}},
		{name: "semicolon and decimal comma", text: "lat;lon\n10,1;106,1\n10,2;106,2\n", want: []string{two}},
		{name: "tab and decimal comma", text: "lat\tlon\n10,1\t106,1\n10,2\t106,2\n", want: []string{two}},
		{name: "bar", text: "lat|lon\n10.1|106.1\n10.2|106.2\n", want: []string{two}},
		{name: "quoted decimal comma", text: "lat,lon\n\"10,1\",\"106,1\"\n\"10,2\",\"106,2\"\n", want: []string{two}},
		{name: "line sep= of Excel", text: "sep=;\nlat;lon\n10,1;106,1\n10,2;106,2\n", want: []string{two}},
		{name: "byte order mark", text: "\ufefflat,lon\n10.1,106.1\n10.2,106.2\n", want: []string{two}},
		{name: "Excel's Unicode text", text: utf16le("\ufeffVĩ độ\tKinh độ\r\n10,1\t106,1\r\n10,2\t106,2\r\n"), want: []string{two}},
		{name: "UTF-16 big endian", text: utf16be("\ufefflat,lon\n10.1,106.1\n10.2,106.2\n"), want: []string{two}},
		{name: "Vietnamese code page", text: "V\xee\xde \xf0\xf4\xf2,Kinh \xf0\xf4\xf2\n10.1,106.1\n10.2,106.2\n", want: []string{two}, notes: []string{"encoding"}},
		{name: "title and blank lines above the names", text: "BÁO CÁO HÀNH TRÌNH\n\"Từ 01/12/2024, đến 31/12/2024\"\n\nVĩ độ,Kinh độ\n10.1,106.1\n10.2,106.2\n", want: []string{two}, notes: []string{"lines_above line 1 ×2"}},
		{name: "rows of no trip", text: "trip,lat,lon\nx,10.1,106.1\nx,10.2,106.2\n```\nThe end.\n", want: []string{"x | 10.1,106.1 | 10.2,106.2"}, notes: []string{"no_fix line 4 ×2"}},
		{name: "many short rows at the end", text: "lat,lon\n" + repeat("10.1,106.1\n", 60) + repeat("zz\n", 6), want: []string{"trip" + repeat(" | 10.1,106.1", 60)}, notes: []string{"bad_record line 62 ×6"}},
		{name: "garbage between rows", text: "lat,lon\n" + repeat("10.1,106.1\n", 30) + "zz#\n\x7f~,\n,106.1\n" + "10.2,106.2\n", want: []string{"trip" + repeat(" | 10.1,106.1", 30) + " | 10.2,106.2"}, notes: []string{"bad_record line 32 ×3"}},
		{name: "remarks, blank cells, names repeated", text: "# made by X\nlat,lon\n10.1,106.1\n#\n# pause,of ten minutes\n\n,\nlat,lon\n10.2,106.2\n",
			want: []string{two}, notes: []string{"repeated_header line 8"}},
		{name: "no fix", text: "lat,lon\n0,0\n10.1,106.1\nnull,NaN\n10.2,106.2\n\nTotal 2 points\n",
			want: []string{two}, notes: []string{"no_fix line 2 ×2", "no_fix line 7"}},
		{name: "position in one cell", text: "Biển số,Tọa độ\nA,\"10.1, 106.1\"\nA,(10.2 106.2)\n", want: []string{"A | 10.1,106.1 | 10.2,106.2"}},
		{name: "hemispheres, and degrees, minutes, seconds", text: "lat,lon\n10.1° N,E 106.1\n\"10°12'00\"\"N\",106°12'00”E\n", want: []string{two}},
		{name: "swapped by range", text: "lat,lon\n106.1,10.1\n106.2,10.2\n", want: []string{two}, notes: []string{"swapped_coordinates"}},
		{name: "swapped by the map", opt: Options{Bounds: andorra}, text: "lat,lon\n1.5,42.5\n1.51,42.51\n",
			want: []string{"trip | 42.5,1.5 | 42.51,1.51"}, notes: []string{"swapped_coordinates"}},
		{name: "not swapped without a map", text: "lat,lon\n1.5,42.5\n1.51,42.51\n", want: []string{"trip | 1.5,42.5 | 1.51,42.51"}},
		{name: "not swapped on another map", opt: Options{Bounds: hochiminh}, text: "lat,lon\n42.5,1.5\n42.51,1.51\n", want: []string{"trip | 42.5,1.5 | 42.51,1.51"}},
		{name: "not swapped on a map that holds both readings", opt: Options{Bounds: geo.Bounds{South: 5, West: 5, North: 15, East: 15}}, text: "lat,lon\n8,12\n", want: []string{"trip | 8,12"}},
		{name: "one glitch does not swap a file", opt: Options{Bounds: andorra},
			text: "lat,lon\n" + repeat("42.5,1.5\n", 12) + "142.5,1.5\n",
			want: []string{"trip" + repeat(" | 42.5,1.5", 12)}, notes: []string{"out_of_range line 14"}},
		{name: "swapped with one glitch",
			text: "lat,lon\n" + repeat("106.1,10.1\n", 12) + "999,10.1\n",
			want: []string{"trip" + repeat(" | 10.1,106.1", 12)}, notes: []string{"out_of_range", "swapped_coordinates"}},
		{name: "speed in km/h, heading, accuracy", text: "lat,lon,speed,heading,accuracy\n10.1,106.1,36,450,5\n10.2,106.2,18 km/h,90,\n",
			want: []string{"trip | 10.1,106.1 v10 a5 | 10.2,106.2 v5 h90"}},
		{name: "other units", text: "lat,lon,speed (m/s),hdop\n10.1,106.1,10,2\n10.2,106.2,-1,\n", want: []string{"trip | 10.1,106.1 v10 a10 | 10.2,106.2"}},
		{name: "knots", text: "lat,lon,Speed_knots\n10.1,106.1,10\n", want: []string{"trip | 10.1,106.1 v5.144444"}},
		{name: "open quotation mark", text: "lat,lon,name\n10.1,106.1,\"x\n" + repeat("10.1,106.1,y\n", 40),
			want: []string{"trip" + repeat(" | 10.1,106.1", 41)}, notes: []string{"unclosed_quote line 2"}},
		{name: "open quotation marks near the end", text: "lat,lon,name\n10.1,106.1,\"a, b\nc\"\n10.1,106.1,\"x\n10.2,106.2,\"y\n",
			want: []string{"trip | 10.1,106.1 | 10.1,106.1 | 10.2,106.2"}, notes: []string{"unclosed_quote line 4 ×2"}},
		{name: "open quotation mark before a quoted cell", text: "lat,lon,name\n10.1,106.1,\"a\"\n10.2,106.1,\"x, y\n10.3,106.1,\"b\"\n10.4,106.1,\"c\"\n",
			want: []string{"trip | 10.1,106.1 | 10.2,106.1 | 10.3,106.1 | 10.4,106.1"}, notes: []string{"unclosed_quote line 3"}},
		{name: "quotation marks in quoted cells of several lines", text: "lat,lon,name\n10.1,106.1,\"a\n\"\"b\"\" c,\"\"d\"\"\n\"\n10.2,106.1,\"x\n,\"\n",
			want: []string{"trip | 10.1,106.1 | 10.2,106.1"}},
		{name: "open quotation mark above the names", text: "\"Report\nlat,lon\n" + repeat("10.1,106.1\n", 40),
			want: []string{"trip" + repeat(" | 10.1,106.1", 40)}, notes: []string{"lines_above line 1", "unclosed_quote line 1"}},
		{name: "words for numbers", text: "lat,lon,speed,heading\n10.1,106.1,fast,NE\n10.2,106.2,,90\n",
			want: []string{"trip | 10.1,106.1 | 10.2,106.2 h90"}, notes: []string{"ignored_value line 2 ×2"}},
	})
}

func TestReadCSVColumnNames(t *testing.T) {
	const at = "10.1,106.1"
	for _, names := range []string{
		"lat,lon", "Lat,Lng", "LATITUDE,LONGITUDE", "latitude,long", "gps_lat,gps_lng", "gpsLatitude,gpsLongitude",
		"Vĩ độ,Kinh độ", "vi do,kinh do", "VĨ ĐỘ,KINH ĐỘ", "vi_do,kinh_do", "Vĩ độ (°),Kinh độ (°)", "y,x",
		"Latitude (deg),Longitude (deg)", "lat[WGS84],lon[WGS84]", "Vi\u0303 đô\u0323,Kinh đô\u0323",
	} {
		runReadCases(t, []readCase{{name: names, text: names + "\n" + at + "\n", want: []string{"trip | 10.1,106.1"}}})
	}
	for _, tc := range []struct{ name, cell, want string }{
		{"time", "2024-12-31 07:15:00", " 2024-12-31T07:15:00+07:00"},
		{"Timestamp (UTC)", "2024-12-31 07:15:00", " 2024-12-31T07:15:00Z"},
		{"UTC", "2024-12-31 07:15:00", " 2024-12-31T07:15:00Z"},
		{"Time (GMT+7)", "2024-12-31 07:15:00", " 2024-12-31T07:15:00+07:00"},
		{"Thời gian", "31/12/2024 07:15", " 2024-12-31T07:15:00+07:00"},
		{"thoi gian", "31/12/2024 7:15 CH", " 2024-12-31T19:15:00+07:00"},
		{"Ngày giờ", "07:15:30 31/12/2024", " 2024-12-31T07:15:30+07:00"},
		{"Ngày", "31/12/2024", " 2024-12-31T00:00:00+07:00"},
		{"Tốc độ", "36", " v10"},
		{"Vận tốc (km/h)", "36", " v10"},
		{"tocdo_kmh", "36", " v10"},
		{"Hướng", "90", " h90"},
		{"Độ chính xác (m)", "5", " a5"},
		{"Sai số", "5", " a5"},
		{"Ghi chú", "5", ""},
	} {
		runReadCases(t, []readCase{{name: tc.name, text: tc.name + ",lat,lon\n" + tc.cell + "," + at + "\n", want: []string{"trip | 10.1,106.1" + tc.want}}})
	}
}

func TestReadCSVTrips(t *testing.T) {
	runReadCases(t, []readCase{
		{name: "by vehicle, mixed", text: "Biển số xe,Vĩ độ,Kinh độ\n59A-123.45,10.1,106.1\n51B-1,10.3,106.3\n59A-123.45,10.2,106.2\n",
			want: []string{"59A-123.45 | 10.1,106.1 | 10.2,106.2", "51B-1 | 10.3,106.3"}},
		{name: "by trip", text: "Mã chuyến,lat,lon\n7,10.1,106.1\n8,10.3,106.3\n", want: []string{"7 | 10.1,106.1", "8 | 10.3,106.3"}},
		{name: "by vehicle and trip", text: "vehicle_id,trip_id,lat,lon\na,1,10.1,106.1\nb,1,10.3,106.3\n", want: []string{"a/1 | 10.1,106.1", "b/1 | 10.3,106.3"}},
		{name: "guarded formula", text: "trip_id,lat,lon\n'=1+1,10.1,106.1\n'tis,10.3,106.3\n", want: []string{"=1+1 | 10.1,106.1", "'tis | 10.3,106.3"}},
		{name: "each trip newest first", text: "trip,time,lat,lon\na,1000000002,10.2,106.2\nb,1000000009,10.3,106.3\na,1000000001,10.1,106.1\n",
			want: []string{"a | 10.1,106.1 2001-09-09T08:46:41+07:00 | 10.2,106.2 2001-09-09T08:46:42+07:00", "b | 10.3,106.3 2001-09-09T08:46:49+07:00"}, notes: []string{"newest_first"}},
	})
}

func TestReadCSVWithoutNames(t *testing.T) {
	runReadCases(t, []readCase{
		{name: "latitude first", text: "10.1000,106.1000\n10.2000,106.2000\n", want: []string{"trip | 10.1,106.1 | 10.2,106.2"}, notes: []string{"columns_guessed"}},
		{name: "longitude first", text: "106.1000,10.1000\n106.2000,10.2000\n", want: []string{"trip | 10.1,106.1 | 10.2,106.2"}, notes: []string{"columns_guessed"}},
		{name: "longitude first, by the map", opt: Options{Bounds: andorra}, text: "1.5001,42.5001\n1.5002,42.5002\n", want: []string{"trip | 42.5001,1.5001 | 42.5002,1.5002"}, notes: []string{"columns_guessed"}},
		{name: "among others, with time, decimal comma", text: "17;2024-12-31 07:15:00;10,1000;106,1000;35,5\n18;2024-12-31 07:15:10;10,2000;106,2000;0\n",
			want: []string{"trip | 10.1,106.1 2024-12-31T07:15:00+07:00 | 10.2,106.2 2024-12-31T07:15:10+07:00"}, notes: []string{"columns_guessed"}},
		{name: "names nobody knows", text: "A,B\n10.1000,106.1000\n10.2000,106.2000\n", want: []string{"trip | 10.1,106.1 | 10.2,106.2"}, notes: []string{"columns_guessed"}},
	})
}

func TestReadCSVTimes(t *testing.T) {
	runReadCases(t, []readCase{
		{name: "date and time in two columns", text: "Ngày,Giờ,lat,lon\n31/12/2024,07:15:30,10.1,106.1\n2024-12-31 00:00:00,7:15 PM,10.2,106.2\n",
			want: []string{"trip | 10.1,106.1 2024-12-31T07:15:30+07:00 | 10.2,106.2 2024-12-31T19:15:00+07:00"}},
		{name: "full time and a date", text: "date,timestamp,lat,lon\n31/12/2024,1735604130,10.1,106.1\n",
			want: []string{"trip | 10.1,106.1 2024-12-31T07:15:30+07:00"}},
		{name: "month first, proved late", text: "time,lat,lon\n01/02/2024 07:00,10.1,106.1\n01/13/2024 07:00,10.2,106.2\n01/03/2024 07:00,10.3,106.3\n",
			want:  []string{"trip | 10.1,106.1 2024-01-02T07:00:00+07:00 | 10.2,106.2 2024-01-13T07:00:00+07:00 | 10.3,106.3 2024-01-03T07:00:00+07:00"},
			notes: []string{"month_first"}},
		{name: "seconds from the start", text: "t,time,lat,lon\n0,0,10.1,106.1\n1,15.5,10.2,106.2\n",
			want: []string{"trip | 10.1,106.1 1970-01-01T07:00:00+07:00 | 10.2,106.2 1970-01-01T07:00:15.500+07:00"}, notes: []string{"relative_time"}},
		{name: "some without time", text: "time,lat,lon\n,10.1,106.1\n2024-12-31T07:15:00Z,10.2,106.2\n", want: []string{"trip | 10.1,106.1 | 10.2,106.2 2024-12-31T07:15:00Z"}},
	})
}

func TestReadCSVFaults(t *testing.T) {
	runFaultCases(t, []faultCase{
		{name: "no columns", text: "when,where\nnow,here\n", is: ErrColumns, prefix: "trip.txt:1", has: "when, where"},
		{name: "too many cells in the names", text: "lat,lon" + repeat(",", 2000) + "\n10.1,106.1\n", is: ErrFormat, prefix: "trip.txt:1", has: "more than 1001 cells"},
		{name: "too many cells in a row", text: "lat,lon\n10.1,106.1\n10.2,106.2" + repeat(",", 1000) + "\n", is: ErrFormat, prefix: "trip.txt:3", has: "more than 1001 cells"},
		{name: "too many cells far below", text: "lat,lon\n" + repeat("10.1,106.1\n", 20_000) + repeat(",", 100_000) + "\n", is: ErrFormat, prefix: "trip.txt:20002", has: "more than 1001 cells"},
		{name: "too many cells after a quoted one", text: "lat,lon\n10.1,106.1\n\"10.2\",106.2" + repeat(",", 1000) + "\n", is: ErrFormat, prefix: "trip.txt:3", has: "more than 1001 cells"},
		{name: "names only", text: "lat,lon\n", is: ErrEmpty, prefix: "trip.txt", has: "no positions"},
		{name: "a table within prose", text: repeat("some words\n", 31) + "lat,lon\n10.1,106.1\n", is: ErrColumns, prefix: "trip.txt:1", has: "some words"},
		{name: "three bad rows of seven", text: "lat,lon\n" + repeat("10.1,106.1\n", 4) + repeat("north,106.1\n", 3), is: ErrValue, prefix: "trip.txt:6:1", has: `3 of 7 records cannot be read, more than a tenth; the first: latitude "north"`},
		{name: "latitude is a word", text: "time,lat,lon\n,10.1,106.1\n,abc,106.1\n", is: ErrValue, prefix: "trip.txt:3:2", has: `latitude "abc" is not a number`},
		{name: "longitude is a word", text: "time,lat,lon\n,10.1,106.1\n,10,1O6.1\n", is: ErrValue, prefix: "trip.txt:3:5", has: `longitude "1O6.1"`},
		{name: "infinite", text: "lat,lon\nInf,106.1\n", is: ErrValue, prefix: "trip.txt:2:1", has: `"Inf"`},
		{name: "hexadecimal", text: "lat,lon\n0x1p3,106.1\n", is: ErrValue, prefix: "trip.txt:2:1", has: `"0x1p3"`},
		{name: "bad time", text: "lat,lon,time\n10,106,soon\n", is: ErrValue, prefix: "trip.txt:2:8", has: "31/12/2024 07:15"},
		{name: "time without date", text: "lat,lon,time\n10,106,07:15\n", is: ErrValue, prefix: "trip.txt:2:8", has: "add a column named date"},
		{name: "some dates year first, others in doubt", text: "lat,lon,time\n10,106,2026-02-03\n10,106,03/04/2026\n10,106,03/25/2026\n", is: ErrValue, prefix: "trip.txt:4:8", has: "year-month-day"},
		{name: "mixed orders of day and month", text: "lat,lon,time\n10,106,31/12/2024\n10,106,12/31/2024\n", is: ErrValue, prefix: "trip.txt:3:8", has: "year-month-day"},
		{name: "number mangled by a spreadsheet", text: "lat,lon,time\n10,106,1.73561E+12\n", is: ErrValue, prefix: "trip.txt:2:8", has: "format the column as text"},
		{name: "metres of a projection", text: "x,y\n603211.5,1190432.1\n", is: ErrRange, prefix: "trip.txt:2:10", has: "VN-2000"},
		{name: "out of range both ways", text: "lat,lon\n95,106\n", is: ErrRange, prefix: "trip.txt:2:1", has: "latitude 95, longitude 106"},
	})
}
