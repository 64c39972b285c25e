// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"testing"
)

// TestNotice reads the notice back from the formats that have a place for it.
func TestNotice(t *testing.T) {
	notice := Notice{Status: "OK", Licence: `"Roads" © OSM <contributors> & others`}
	write := func(f Format) []byte {
		var b bytes.Buffer
		w, err := NewNoticeWriter(&b, f, notice)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(example()); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	var collection struct {
		Type, Status, Licence string
		Features              []json.RawMessage
	}
	if err := json.Unmarshal(write(GeoJSON), &collection); err != nil {
		t.Fatal(err)
	}
	if collection.Status != notice.Status || collection.Licence != notice.Licence || len(collection.Features) != 4 {
		t.Errorf("GeoJSON with %q, %q and %d features", collection.Status, collection.Licence, len(collection.Features))
	}
	var document struct {
		Metadata struct {
			Copyright struct {
				Author string `xml:"author,attr"`
			} `xml:"copyright"`
		} `xml:"metadata"`
		Tracks []struct{} `xml:"trk"`
	}
	if err := xml.Unmarshal(write(GPX), &document); err != nil {
		t.Fatal(err)
	}
	if document.Metadata.Copyright.Author != notice.Licence || len(document.Tracks) != 1 {
		t.Errorf("GPX with the author %q and %d tracks", document.Metadata.Copyright.Author, len(document.Tracks))
	}
	if got := write(JSON); bytes.Contains(got, []byte("contributors")) {
		t.Errorf("JSON with a notice: %s", got)
	}
}
