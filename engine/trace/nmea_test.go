// SPDX-License-Identifier: MIT

package trace

import (
	"fmt"
	"strings"
	"testing"
)

// sum appends the checksum to a sentence.
func sum(body string) string {
	x := byte(0)
	for i := range len(body) {
		x ^= body[i]
	}
	return fmt.Sprintf("$%s*%02X\r\n", body, x)
}

func sums(bodies ...string) string {
	var b strings.Builder
	for _, s := range bodies {
		b.WriteString(sum(s))
	}
	return b.String()
}

// smallLetters writes the checksum of a sentence in small letters.
func smallLetters(s string) string {
	body, check, _ := strings.Cut(s, "*")
	return body + "*" + strings.ToLower(check)
}

func TestReadNMEA(t *testing.T) {
	runReadCases(t, []readCase{{
		name: "the sentences of a second are one observation",
		text: sums("GPGGA,071530.00,1030.0000,N,10615.0000,E,1,08,1.2,5.0,M,,M,,",
			"GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1",
			"GPRMC,071530.00,A,1030.0000,N,10615.0000,E,19.44,270.5,311224,,,A",
			"GPGLL,1030.0000,N,10615.0000,E,071530.00,A,A",
			"GNRMC,071531.50,A,1030.0600,S,10615.0000,W,,,311224,,,A",
			"GNGNS,071532.00,1030.0000,N,10615.0000,E,AN,08,2.0,5.0,0.0,,"),
		want: []string{"trip | 10.5,106.25 2024-12-31T07:15:30Z v10.0008 h270.5 a6 | -10.501,-106.25 2024-12-31T07:15:31.500Z | 10.5,106.25 2024-12-31T07:15:32Z a10"},
	}, {
		name: "midnight by a new date and by the clock alone",
		text: sums("GPRMC,235959,A,1030.0000,N,10615.0000,E,,,311224,,,A",
			"GPGGA,000000,1030.0000,N,10615.0000,E,1,08,,5.0,M,,M,,",
			"GPGGA,000001,1030.0000,N,10615.0000,E,1,08,,5.0,M,,M,,",
			"GPRMC,000002,A,1030.0000,N,10615.0000,E,,,010125,,,A"),
		want: []string{"trip | 10.5,106.25 2024-12-31T23:59:59Z | 10.5,106.25 2025-01-01T00:00:00Z | 10.5,106.25 2025-01-01T00:00:01Z | 10.5,106.25 2025-01-01T00:00:02Z"},
	}, {
		name: "the date comes late, behind midnight",
		text: sums("GPGGA,235959,1030.0000,N,10615.0000,E,1,08,,5.0,M,,M,,",
			"GPGGA,000001,1030.0000,N,10615.0000,E,1,08,,5.0,M,,M,,",
			"GPZDA,000001.00,01,01,2025,00,00"),
		want: []string{"trip | 10.5,106.25 2024-12-31T23:59:59Z | 10.5,106.25 2025-01-01T00:00:01Z"},
	}, {
		name: "never a date",
		text: sums("GPGGA,235959,1030.0000,N,10615.0000,E,1,08,,5.0,M,,M,,",
			"GPGGA,000001,1030.0000,N,10615.0000,E,1,08,,5.0,M,,M,,"),
		want:  []string{"trip | 10.5,106.25 1970-01-01T23:59:59Z | 10.5,106.25 1970-01-02T00:00:01Z"},
		notes: []string{"no_date"},
	}, {
		name:  "years of two digits",
		text:  sums("GPRMC,071530,A,1030.0000,N,10615.0000,E,,,311299,,,A"),
		want:  []string{"trip | 10.5,106.25 1999-12-31T07:15:30Z"},
		notes: nil,
	}, {
		name: "no fix, damaged sentences, other sentences",
		text: sum("GPRMC,071528,V,,,,,,,311224,,,N") +
			sum("GPGGA,071529,1030.0000,N,10615.0000,E,0,00,99.9,,M,,M,,") +
			"$GPRMC,071530,A,1030.0000,N,10615.0000,E,,,311224,,,A*00\r\n" +
			sum("GPRMC,071531,A,10x0.0000,N,10615.0000,E,,,311224,,,A") +
			"!AIVDM,1,1,,A,14eG;o@034o8sd<L9i:a;WF>062D,0*7D\r\n" + "$PMTK001,604,3*32\r\n$\r\n$GP\r\n\r\n" +
			sum("GPRMC,071532,A,1030.0000,N,10615.0000,E,,,311224,,,A"),
		want:  []string{"trip | 10.5,106.25 2024-12-31T07:15:32Z"},
		notes: []string{"no_fix line 1 ×2", "checksum line 3", "bad_sentence line 4"},
	}, {
		name: "labels before, blanks behind, no checksum, small letters in it",
		file: "log.txt",
		text: "NMEA,2024-12-31 14:15:30," + strings.TrimSpace(sum("GPRMC,071530,A,1030.0000,N,10615.0000,E,,,311224,,,A")) + ",1735604130\n" +
			"$GPRMC,071531,A,1030.0000,N,10615.0000,E,,,311224,,,A\n" +
			smallLetters(sum("GPRMC,071532,A,1030.0000,N,10615.0000,E,12.5,,311224,,,A")),
		want: []string{"log | 10.5,106.25 2024-12-31T07:15:30Z | 10.5,106.25 2024-12-31T07:15:31Z | 10.5,106.25 2024-12-31T07:15:32Z v6.430556"},
	}, {
		name: "without times",
		text: sums("GPGLL,1030.0000,N,10615.0000,E,,A,A", "GPGLL,1030.0600,N,10615.0000,E,,A,A"),
		want: []string{"trip | 10.5,106.25 | 10.501,106.25"},
	}})
}

func TestReadNMEAFaults(t *testing.T) {
	runFaultCases(t, []faultCase{
		{name: "every checksum wrong", text: "\n$GPRMC,071530,A,1030.0000,N,10615.0000,E,,,311224,,,A*00\n", is: ErrFormat, prefix: "trip.txt:2", has: "damaged"},
		{name: "no sentence of use", text: sum("GPGSV,1,1,00") + sum("GPVTG,,T,,M,0.1,N,0.2,K"), is: ErrEmpty, prefix: "trip.txt", has: "enable these sentences"},
		{name: "no fix at all", text: sum("GPRMC,071528,V,,,,,,,311224,,,N"), is: ErrEmpty, prefix: "trip.txt:1", has: "antenna"},
	})
}

// TestLongLine reads a line longer than any buffer between two sentences.
func TestLongLine(t *testing.T) {
	text := sum("GPGLL,1030.0000,N,10615.0000,E,,A,A") + repeat("x", 300_000) + "\n" + sum("GPGLL,1030.0600,N,10615.0000,E,,A,A")
	runReadCases(t, []readCase{{name: "long", text: text, want: []string{"trip | 10.5,106.25 | 10.501,106.25"}}})
}
