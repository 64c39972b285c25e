// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"roadsnap/engine/address"
)

const someAddresses = "name,address\nAn,\"12 Nguyễn Huệ, P. Bến Nghé, Q.1, TP.HCM\"\nBình,\"Phường Đa Kao, Quận 1\"\nChi,gì đó\n"

// TestConvertFormats converts a table in each format, from each format.
func TestConvertFormats(t *testing.T) {
	sheet := roadsnap(t, someAddresses, "units", "convert", "--format", "xlsx")
	lines := roadsnap(t, someAddresses, "units", "convert", "--format", "ndjson")
	csv := roadsnap(t, someAddresses, "units", "convert")
	for _, got := range []result{sheet, lines, csv} {
		if got.code != 0 || !strings.Contains(got.err, "3 rows: 1 converted, 1 with several candidates or none, 1 not understood") {
			t.Fatalf("exit code %d, %s", got.code, got.err)
		}
	}
	var rows [][]string
	err := address.ReadWorkbook(t.Context(), strings.NewReader(sheet.out), int64(len(sheet.out)), func(cells []string) error {
		rows = append(rows, append([]string(nil), cells...))
		return nil
	})
	want := "[[name address new_address ward_code prov_code confidence reason candidates] " +
		"[An 12 Nguyễn Huệ, P. Bến Nghé, Q.1, TP.HCM 12 Nguyễn Huệ, Phường Sài Gòn, Thành phố Hồ Chí Minh 26740 79 0.99 whole 26740] " +
		"[Bình Phường Đa Kao, Quận 1   79 0.99 divided 26737 26740] [Chi gì đó    0 not_found]]"
	if got := fmt.Sprint(rows); err != nil || got != want {
		t.Errorf("%v, %s, want %s", err, got, want)
	}
	var first struct {
		Name, Address, Reason string
		Ward                  string `json:"ward_code"`
		Confidence            float64
	}
	if err := json.Unmarshal([]byte(strings.SplitN(lines.out, "\n", 2)[0]), &first); err != nil || first.Name != "An" || first.Ward != "26740" || first.Confidence != 0.99 {
		t.Errorf("%v, %+v", err, first)
	}
	// From the other formats, without the columns of the answer.
	plain := roadsnap(t, someAddresses, "units", "convert", "--format", "xlsx", "--column", "address")
	back := roadsnap(t, plain.out, "units", "convert", "--format", "csv", "--column", "address")
	if back.code != 0 || !strings.Contains(back.out, "An,\"12 Nguyễn Huệ, P. Bến Nghé, Q.1, TP.HCM\",") || !strings.Contains(back.out, ",26740,79,0.99,whole,26740\n") {
		t.Errorf("from XLSX: %d %s %s", back.code, back.out, back.err)
	}
	objects := `{"id":7,"address":"Phường Bến Nghé, Quận 1","tags":["a"]}` + "\n\n" + `{"address":"P.6, Q.3"}` + "\n"
	kept := roadsnap(t, objects, "units", "convert")
	if kept.code != 0 || !strings.HasPrefix(kept.out, `{"id":7,"address":"Phường Bến Nghé, Quận 1","tags":["a"],"new_address":"Phường Sài Gòn, Thành phố Hồ Chí Minh","ward_code":"26740"`) || strings.Count(kept.out, "\n") != 2 {
		t.Errorf("lines: %d %s %s", kept.code, kept.out, kept.err)
	}
	if got := roadsnap(t, objects, "units", "convert", "--format", "csv"); got.code != 0 || !strings.Contains(got.out, `7,"Phường Bến Nghé, Quận 1","[""a""]",`) {
		t.Errorf("lines as CSV: %d %s %s", got.code, got.out, got.err)
	}
	if got := roadsnap(t, "P.6, Q.3, TPHCM\nQuận 1\n", "units", "convert", "--format", "ndjson"); got.code != 0 || !strings.HasPrefix(got.out, `{"address":"P.6, Q.3, TPHCM","new_address":"Phường Xuân Hòa`) {
		t.Errorf("lines without names: %d %s %s", got.code, got.out, got.err)
	}
	for in, want := range map[string]string{
		"PK\x03\x04 nothing": "workbook", "{\"address\":1}\n{x": "line 2", "{\"a\":1}": "no member with an address", "": "empty",
	} {
		if got := roadsnap(t, in, "units", "convert"); got.code != exitFailed || !strings.Contains(got.err, want) {
			t.Errorf("%q: exit code %d, %s, want %s", in, got.code, got.err, want)
		}
	}
	if got := roadsnap(t, "{\"address\":1}\n{\"b\":2}", "units", "convert", "--format", "csv"); got.code != exitFailed || !strings.Contains(got.err, `line 2: has the member "b"`) {
		t.Errorf("a new member: %d %s", got.code, got.err)
	}
}

// TestConvertGuardsCells writes no cell that a spreadsheet runs as a formula, and reads its own
// tables.
func TestConvertGuardsCells(t *testing.T) {
	const address = "5 Lê Lợi, Phường Bến Thành, Quận 1, TP HCM"
	const table = "=A1;address;x;n;phone;y;z\n" +
		"\"=1+1\";@" + address + ";\"-2+\"\"3\"\"\";-12,5;+84 901 234 567;'=2;=3\n"
	const guarded = "'=A1;address;x;n;phone;y;z;new_address;ward_code;prov_code;confidence;reason;candidates\n" +
		"'=1+1;'@" + address + ";\"'-2+\"\"3\"\"\";-12,5;+84 901 234 567;'=2;'=3;'@5 Lê Lợi, Phường Bến Thành, Thành phố Hồ Chí Minh;"
	if got := roadsnap(t, table, "units", "convert"); got.code != 0 || !strings.HasPrefix(got.out, guarded) {
		t.Errorf("%d %s%s, want %s", got.code, got.out, got.err, guarded)
	}
	book := roadsnap(t, table, "units", "convert", "--format", "xlsx")
	csv := roadsnap(t, book.out, "units", "convert", "--format", "csv", "--column", "address")
	if !strings.HasPrefix(csv.out, "'=A1,address,x,n,phone,y,z,") || !strings.Contains(csv.out, "\n'=1+1,\"'@") || !strings.Contains(csv.out, `,"-12,5",+84 901 234 567,'=2,'=3,`) {
		t.Errorf("from a workbook: %s%s", csv.out, csv.err)
	}
	lines := roadsnap(t, csv.out, "units", "convert", "--format", "ndjson", "--column", "address")
	if !strings.HasPrefix(lines.out, `{"=A1":"=1+1","address":"@`) {
		t.Errorf("and back: %s%s", lines.out, lines.err)
	}
	if got := roadsnap(t, "=1+1 "+address+"\n", "units", "convert"); !strings.HasPrefix(got.out, `"'=1+1 `+address+`","'=1+1 5 Lê Lợi`) {
		t.Errorf("a line: %s%s", got.out, got.err)
	}
}

// TestConvertManyLines converts more lines than a batch, whose order must stay.
func TestConvertManyLines(t *testing.T) {
	var in bytes.Buffer
	for i := range 3*linesOfBatch/2 + 1 {
		fmt.Fprintf(&in, "{\"id\":%d,\"address\":\"P.6, Q.3, TPHCM\"}\n", i)
	}
	got := roadsnap(t, in.String(), "units", "convert")
	i := 0
	for line := range strings.Lines(got.out) {
		if !strings.HasPrefix(line, fmt.Sprintf("{\"id\":%d,", i)) {
			t.Fatalf("line %d is %s", i, line)
		}
		i++
	}
	if i != 3*linesOfBatch/2+1 {
		t.Errorf("%d lines", i)
	}
}
