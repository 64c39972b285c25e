package mapdraw

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"roadsnap/ui/maptest"
)

// TestSVGHasItsSizeOnPaper holds that a sheet opens as one.
func TestSVGHasItsSizeOnPaper(t *testing.T) {
	o := ExportOptions{Theme: maptest.Themes(t).Light, Fonts: maptest.Fonts(t), View: maptest.View, Width: 3508, Height: 2480, DotsPerInch: 300}
	var file bytes.Buffer
	if err := ExportSVG(context.Background(), &file, o); err != nil {
		t.Fatal(err)
	}
	if want := `width="297.01mm" height="209.97mm" viewBox="0 0 3508 2480"`; !strings.Contains(file.String(), want) {
		t.Errorf("an A4 sheet has no %s", want)
	}
}

// TestExportSVG reads the document as XML: it is well formed, its ids are
// unique, and everything that was asked for is in it.
func TestExportSVG(t *testing.T) {
	themes := maptest.Themes(t)
	o := exported(t, themes.Light)
	o.Licence = `© "A" & <B>`
	src := o.Source.(*maptest.Features)
	src.List[7].Name = "Đường <A> & \"B\"\x00"
	var file bytes.Buffer
	if err := ExportSVG(context.Background(), &file, o); err != nil {
		t.Fatal(err)
	}
	ids, elements := map[string]bool{}, map[string]int{}
	var text strings.Builder
	dec := xml.NewDecoder(bytes.NewReader(file.Bytes()))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			elements[token.Name.Local]++
			for _, a := range token.Attr {
				if a.Name.Local == "id" {
					if ids[a.Value] {
						t.Errorf("two elements are called %q", a.Value)
					}
					ids[a.Value] = true
				}
				if a.Name.Local == "aria-label" {
					text.WriteString(a.Value)
					elements["words"]++
				}
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("%s of %s is %q", a.Name.Local, token.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			text.Write(token)
		}
	}
	if elements["svg"] != 1 || elements["clipPath"] != 1+len(o.Legend) {
		t.Errorf("%d pictures and %d paths that cut: a sample of the legend is not cut in Inkscape", elements["svg"], elements["clipPath"])
	}
	if !strings.Contains(file.String(), `width="560" height="420" viewBox="0 0 560 420"`) {
		t.Error("the size is not in pixels")
	}
	for _, id := range []string{"background", "green", "water", "waterways", "tunnels", "roads", "railways", "bridges-1", "overlays", "labels", "marks", "licence", "scale", "legend"} {
		if !ids[id] {
			t.Errorf("there is no group %q", id)
		}
	}
	for _, want := range []string{o.Licence, "BẾN NGHÉ", "QL.52", "Tuyến đã khớp"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not written", want)
		}
	}
	for name, least := range map[string]int{"path": 35, "words": 15, "use": 10, "rect": 5, "circle": 8} {
		if elements[name] < least {
			t.Errorf("%d elements %s, want at least %d", elements[name], name, least)
		}
	}
}
