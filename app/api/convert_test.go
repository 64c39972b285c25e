// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
)

// realUnits is a server with all units, and with the overview of the provinces.
func realUnits(tb testing.TB) *Server {
	tb.Helper()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { e.Close() })
	return startServer(tb, func(o *Options) { o.Engine = e })
}

func postConvert(tb testing.TB, s *Server, body string, edits ...edit) reply {
	tb.Helper()
	edits = append([]edit{header("Content-Type", "application/json"), header("app-version", "1.1")}, edits...)
	return call(tb, s, http.MethodPost, "/api/admin-unit/convert", strings.NewReader(body), edits...)
}

func TestConvert(t *testing.T) {
	s := realUnits(t)
	got := postConvert(t, s, `{"rows":[
		{"id":"a","address":"12 Nguyễn Huệ, P. Bến Nghé, Q.1, TP.HCM"},
		{"id":2,"ward":"Đa Kao","district":"Quận 1","province":null},
		{"address":"gì đó"}]}`)
	var answer struct {
		Data []map[string]any
	}
	if err := json.Unmarshal(got.body, &answer); err != nil || got.status != http.StatusOK {
		t.Fatalf("%d %s", got.status, got.body)
	}
	for i, want := range []string{
		`map[candidates:[map[former_code:26740 ward_code:26740]] confidence:0.99 id:a new_address:12 Nguyễn Huệ, Phường Sài Gòn, Thành phố Hồ Chí Minh prov_code:79 reason:whole ward_code:26740]`,
		`map[candidates:[map[former_code:26737 ward_code:26737] map[former_code:26737 ward_code:26740]] confidence:0.99 id:2 new_address:<nil> prov_code:79 reason:divided ward_code:<nil>]`,
		`map[candidates:[] confidence:0 new_address:<nil> prov_code:<nil> reason:not_found ward_code:<nil>]`,
	} {
		if said := fmt.Sprint(answer.Data[i]); said != want {
			t.Errorf("row %d is %s, want %s", i, said, want)
		}
	}
	back := postConvert(t, s, `{"to":"former","rows":[{"address":"9 Đồng Khởi, Phường Sài Gòn, TPHCM"},{"address":"Đặc khu Thổ Châu, An Giang"}]}`)
	for _, want := range []string{`"former_code":"26746"`, `"reason":"parts"`, `"former_address":"Xã Thổ Châu, Thành phố Phú Quốc, Tỉnh Kiên Giang"`} {
		if !bytes.Contains(back.body, []byte(want)) {
			t.Errorf("lacks %s: %s", want, back.body)
		}
	}
	many := `{"rows":[` + strings.Repeat(`{"address":"p6 q3"},`, maxConversions) + `{"address":"p6 q3"}]}`
	for body, field := range map[string]string{
		`[]`: "body", `{`: "body", `{}`: "rows", `{"rows":{}}`: "rows", `{"rows":[]}`: "rows", many: "rows",
		`{"to":"old","rows":[{"address":"x"}]}`: "to", `{"rows":[1],"rows":[1]}`: "rows", "\xff": "body",
	} {
		if got := postConvert(t, s, body); got.status != http.StatusBadRequest || got.fields() != field {
			t.Errorf("%.60s: %d, %s", body, got.status, got.body)
		}
	}
	if got := postConvert(t, s, strings.Replace(many, `{"address":"p6 q3"},`, "", 1)); got.status != http.StatusOK {
		t.Errorf("%d rows: %d", maxConversions, got.status)
	}
}

// TestConvertFaultyRows checks that a row that is not valid does not spoil the others. The document
// describes valid rows only.
func TestConvertFaultyRows(t *testing.T) {
	var f faults
	rows, _ := decodeConversions([]byte(`{"rows":[{"id":[1],"address":"x"},7,{"id":3},{"address":5},{"address":"x","lat":1},{"address":"x","lat":100,"lon":1},{"address":"x","lat":"1","lon":1},{"id":"ok","address":"x"}]}`), &f)
	if len(f) > 0 || len(rows) != 8 || rows[7].fault != "" {
		t.Fatalf("%v, %+v", f, rows)
	}
	for i, want := range []string{"id must be", "must be an object", "needs an address", "address must be a text", "go together", "no position", "lat must be a number"} {
		var answer struct {
			ID    any
			Error struct{ Code, Message string }
		}
		if err := json.Unmarshal(rows[i].append(nil, nil, false), &answer); err != nil || answer.Error.Code != "INVALID_REQUEST" || !strings.Contains(answer.Error.Message, want) {
			t.Errorf("row %d: %v, %+v, want %s", i, err, answer, want)
		}
	}
}

// TestConvertWithCoordinates needs borders of wards.
func TestConvertWithCoordinates(t *testing.T) {
	s := startServer(t, withRealWards(t))
	got := postConvert(t, s, `{"rows":[{"address":"Phường Đa Kao, Quận 1","lat":10.7830,"lon":106.6990},{"address":"Phường Đa Kao, Quận 1","lat":21.03,"lon":105.85}]}`)
	for _, want := range []string{`"ward_code":"26740","prov_code":"79","confidence":0.99,"reason":"located"`, `"ward_code":null,"prov_code":"79","confidence":0.5,"reason":"coordinates_elsewhere"`} {
		if !bytes.Contains(got.body, []byte(want)) {
			t.Errorf("lacks %s: %s", want, got.body)
		}
	}
}

func FuzzConvert(f *testing.F) {
	f.Add(`{"to":"former","rows":[{"id":1,"address":"p6 q3","lat":1,"lon":2}]}`)
	f.Fuzz(func(t *testing.T, body string) {
		var faults faults
		rows, _ := decodeConversions([]byte(body), &faults)
		if len(faults) == 0 && (len(rows) == 0 || len(rows) > maxConversions) {
			t.Errorf("%d rows", len(rows))
		}
		for _, r := range rows {
			if r.id != nil && !json.Valid(r.id) {
				t.Errorf("id %q", r.id)
			}
		}
	})
}

// TestConvertLines converts lines in both directions, one of them bad.
func TestConvertLines(t *testing.T) {
	s := realUnits(t)
	body := `{"id":1,"address":"12 Nguyễn Huệ, P. Bến Nghé, Q.1, TP.HCM"}
{"id":"b","ward":"Đa Kao","district":"Quận 1"}

{"id":3,"address":5}
not JSON
{"address":"Đặc khu Côn Đảo"}`
	lines := func(target string) map[string]string {
		talk := startTalking(t, s, "/api/admin-unit/convert-lines"+target, "ConvertLine", header("app-version", "1.1"))
		go func() {
			_, _ = talk.send.Write([]byte(body))
			_ = talk.send.Close()
		}()
		got, err := io.ReadAll(talk.answers)
		if err != nil {
			t.Fatal(err)
		}
		by := map[string]string{}
		for line := range strings.Lines(string(got)) {
			var answer struct{ ID json.RawMessage }
			if err := json.Unmarshal([]byte(line), &answer); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			by[string(answer.ID)] += line
		}
		return by
	}
	got := lines("")
	for id, want := range map[string]string{
		"1": `"ward_code":"26740"`, `"b"`: `"reason":"divided"`, "3": "INVALID_REQUEST", "null": `"ward_code":"26732"`,
	} {
		if !strings.Contains(got[id], want) {
			t.Errorf("%s is %s, want %s", id, got[id], want)
		}
	}
	if back := lines("?to=former"); !strings.Contains(back["1"], `"former_code":"26740"`) {
		t.Errorf("to former: %s", back["1"])
	}
	if got := call(t, s, http.MethodPost, "/api/admin-unit/convert-lines?to=x", strings.NewReader(body), header("Content-Type", mediaLines), header("app-version", "1.1")); got.status != http.StatusBadRequest {
		t.Errorf("to=x: %d", got.status)
	}
}
