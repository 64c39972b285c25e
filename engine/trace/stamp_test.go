// SPDX-License-Identifier: MIT

package trace

import (
	"errors"
	"testing"
	"time"
)

func TestStamp(t *testing.T) {
	const want = "2024-12-31T07:15:30+07:00" // 1735604130
	for _, s := range []string{
		"2024-12-31T07:15:30+07:00", "2024-12-31T07:15:30+0700", "2024-12-31T07:15:30+07", "2024-12-31 07:15:30 +7",
		"2024-12-31T00:15:30Z", "2024-12-31t00:15:30z", "2024-12-31 00:15:30 UTC", "2024-12-31 00:15:30 GMT", "2024-12-31 07:15:30 GMT+7", "2024-12-31 07:15:30 ICT",
		"2024-12-31 07:15:30", "2024/12/31 07:15:30", "2024.12.31 07:15:30", "2024-12-31T07:15:30", "  2024-12-31   7:15:30  ",
		"2024-12-31\u00a007:15:30", "2024-12-31 7:15:30\u202fAM",
		"31/12/2024 07:15:30", "31-12-2024 07:15:30", "31.12.2024 07:15:30", "31/12/24 07:15:30", "31/12/2024, 07:15:30",
		"07:15:30 31/12/2024", "07:15:30 31-12-2024", "07:15:30, 31/12/2024", "31/12/2024 7:15:30 SA", "31/12/2024 07:15:30 AM", "12/31/2024 7:15:30 AM",
		"31-Dec-2024 07:15:30", "31 Dec 2024 07:15:30", "Dec 31, 2024 7:15:30 AM", "December 31 2024 07:15:30", "Tue, 31 Dec 2024 00:15:30 GMT",
		"Tue Dec 31 2024 07:15:30 GMT+0700 (Indochina Time)", "2024-Dec-31 07:15:30",
		"20241231T071530", "20241231T001530Z", "20241231071530", "20241231 071530",
		"1735604130", "1735604130.0", "1735604130000", "1735604130000000", "1735604130000000000", "1735604130,000",
		"45657.30243055556", "45657,3024305556",
		"31/12/2024 07:15:30 a.m.", "7:15:30 sáng 31/12/2024", "SA 07:15:30 31/12/2024", "31/12/2024 07h15m30s", "07h15'30'' 31/12/2024",
		"7 giờ 15 phút 30 giây, ngày 31 tháng 12 năm 2024", "07:15:30 Ngày 31/12/2024", "31 Thg 12 2024 07:15:30", "31-Thg12-2024 07:15:30", "31 tháng 12, 2024 07:15:30",
		"Thứ Ba, 31/12/2024 07:15:30", "T3 31/12/2024 07:15:30", "Thứ 3 31/12/2024 07:15:30", "CN, 31/12/2024 07:15:30", "31/12/2024 07:15:30 Chủ nhật",
		"20241231_071530", "2024-12-31_07:15:30", "2024-12-31-07-15-30", "31122024 07:15:30", "31122024071530",
		"/Date(1735604130000)/", "/Date(1735604130000+0700)/", "638712261300000000",
	} {
		k := clock{location: VietnamTime()}
		got, _, err := k.read(s)
		if err != nil {
			t.Errorf("%q: %v", s, err)
			continue
		}
		if g := formatTime(got.In(VietnamTime())); g != want {
			t.Errorf("%q is %s, want %s", s, g, want)
		}
	}
}

func TestStampParts(t *testing.T) {
	for s, want := range map[string]string{
		"31/12/2024 07:15":              "2024-12-31T07:15:00+07:00",
		"31/12/2024 7h15":               "2024-12-31T07:15:00+07:00",
		"7g15 chiều 31/12/2024":         "2024-12-31T19:15:00+07:00",
		"1.5E+01":                       "1970-01-01T07:00:15+07:00",
		"31122024":                      "2024-12-31T00:00:00+07:00",
		"31/12/2024":                    "2024-12-31T00:00:00+07:00",
		"20241231":                      "2024-12-31T00:00:00+07:00",
		"20241231T0715":                 "2024-12-31T07:15:00+07:00",
		"01/02/2024 07:15":              "2024-02-01T07:15:00+07:00",
		"31/12/2024 12:15 AM":           "2024-12-31T00:15:00+07:00",
		"31/12/2024 12:15 PM":           "2024-12-31T12:15:00+07:00",
		"31/12/2024 12:15 CH":           "2024-12-31T12:15:00+07:00",
		"31/12/2024 07:15 pm":           "2024-12-31T19:15:00+07:00",
		"31/12/2024 19:15 PM":           "2024-12-31T19:15:00+07:00",
		"2024-12-31 24:00:00":           "2025-01-01T00:00:00+07:00",
		"2016-12-31T23:59:60Z":          "2017-01-01T00:00:00Z",
		"2024-12-31T07:15:30.123456789": "2024-12-31T07:15:30.123+07:00",
		"2024-12-31T07:15:30,5":         "2024-12-31T07:15:30.500+07:00",
		"2024-12-31T07:15:30-03:30":     "2024-12-31T07:15:30-03:30",
		"31/12/99 07:15":                "1999-12-31T07:15:00+07:00",
		"29/02/2024 00:00":              "2024-02-29T00:00:00+07:00",
		"1735604130.25":                 "2024-12-31T07:15:30.250+07:00",
		"1735604130250":                 "2024-12-31T07:15:30.250+07:00",
		"-1.5":                          "1970-01-01T06:59:58.500+07:00",
	} {
		k := clock{location: VietnamTime()}
		got, _, err := k.read(s)
		if err != nil {
			t.Errorf("%q: %v", s, err)
		} else if g := formatTime(got); g != want {
			t.Errorf("%q is %s, want %s", s, g, want)
		}
	}
}

func TestStampFaults(t *testing.T) {
	for s, want := range map[string]error{
		"":                           errNoTime,
		"-":                          errNoTime,
		"soon":                       errUnknownZone,
		"07:15:30":                   errNoDate,
		"2024-13-31 07:15:30":        errImpossible,
		"2024-02-30":                 errImpossible,
		"31/31/2024":                 errImpossible,
		"2023-02-29":                 errImpossible,
		"2024-12-31 25:00":           errImpossible,
		"2024-12-31 24:01":           errImpossible,
		"2024-12-31 13:00 AM":        errImpossible,
		"2024-12-31 07:60":           errImpossible,
		"2024-12-31 07:15:61":        errImpossible,
		"2024-12-31 07:15:30 PST":    errUnknownZone,
		"2024-12-31 07:15:30 +99":    errUnknownZone,
		"2024-12-31 07:15:30 +07:0":  errUnknownZone,
		"2024-12-31 07:15 08:15":     errNoTime,
		"1.73561E+12":                errScientific,
		"99999999999999999999":       errNoTime,
		"2024-12-31 07:":             errNoTime,
		"12345678901-12-31":          errNoTime,
		"1 2 3 4":                    errNoTime,
		"2024-12-31T07:15:30Z extra": errUnknownZone,
	} {
		k := clock{location: VietnamTime()}
		if got, _, err := k.read(s); !errors.Is(err, want) {
			t.Errorf("%q: %v, error %v; want %v", s, got, err, want)
		}
	}
}

func TestClockOrder(t *testing.T) {
	k := clock{location: time.UTC}
	step := func(s string, wantFlip bool, wantErr error) {
		t.Helper()
		_, flipped, err := k.read(s)
		if flipped != wantFlip || !errors.Is(err, wantErr) {
			t.Errorf("%q: flipped %v, error %v; want %v, %v", s, flipped, err, wantFlip, wantErr)
		}
	}
	step("01/02/2024", false, nil)
	step("01/13/2024", true, nil)
	step("01/14/2024", false, nil)
	step("01/03/2024", false, nil)
	step("13/01/2024", false, errMixedDates)

	k = clock{location: time.UTC}
	step("2024-01-02", false, nil)
	step("01/13/2024", false, nil) // nothing ambiguous before it
	k = clock{location: time.UTC}
	step("13/01/2024", false, nil)
	step("01/13/2024", false, errMixedDates)
}

func TestVietnamTime(t *testing.T) {
	name, offset := time.Now().In(VietnamTime()).Zone()
	if name != "Asia/Ho_Chi_Minh" || offset != 7*3600 {
		t.Errorf("%s %d", name, offset)
	}
}

func BenchmarkStamp(b *testing.B) {
	for _, s := range []string{"2024-12-31 07:15:30", "2024-12-31T07:15:30.250+07:00", "31/12/2024 07:15", "1735604130"} {
		b.Run(s, func(b *testing.B) {
			k := clock{location: VietnamTime()}
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := k.read(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
