// SPDX-License-Identifier: MIT

package maps

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/pack"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

func newTestPanel(t *testing.T, language string) *Panel {
	t.Helper()
	test.NewTempApp(t)
	words, err := text.Load(assets.Translations(), language)
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(engine.Options{Units: data.Units()})
	if err != nil {
		t.Fatal(err)
	}
	return New(words, NewModel(e, Options{Jobs: jobtest.New(t).Jobs}), Actions{})
}

// labelsIn returns the texts of the labels and links in o.
func labelsIn(o fyne.CanvasObject) (texts []string) {
	switch o := o.(type) {
	case *widget.Label:
		return []string{o.Text}
	case *kit.Value:
		return []string{o.Text}
	case *kit.Link:
		return []string{o.Text}
	case *fyne.Container:
		for _, child := range o.Objects {
			texts = append(texts, labelsIn(child)...)
		}
	}
	return texts
}

// TestMapIsDescribedInTheLanguageOfTheWindow checks the date and the source of the data, and
// that many wards are missing.
func TestMapIsDescribedInTheLanguageOfTheWindow(t *testing.T) {
	p := newTestPanel(t, "vi")
	info := engine.Info{Meta: pack.Meta{
		Name: "Việt Nam", Source: "01.json … 96.json (34 files)", SourceTime: time.Date(2018, time.January, 31, 0, 0, 0, 0, time.UTC),
	}}
	info.Meta.Counts = map[string]int64{"wards": 40}
	info.Diagnostics.Count(diagnostic.MissingUnits, 60)
	texts := labelsIn(p.description(info, DescribedMap, false, nil))
	for _, want := range []string{"01.json … 96.json (34 tệp)", "31/01/2018", "Bản đồ này chỉ có ranh giới 40 trên 100 phường, xã của các tỉnh có mặt. Để có đủ, hãy nhập ranh giới chính thức ở mục Hành chính."} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is not among %q", want, texts)
		}
	}
}

func TestProgressKeepsTheButtonThatCancels(t *testing.T) {
	p := newTestPanel(t, "en")
	s := State{Busy: true, Progress: Progress{Stage: "maps.stage.read", Total: 100}}
	p.Show(s)
	box := p.work.content.Objects[1]
	s.Progress.Done = 50
	p.Show(s)
	if p.work.content.Objects[1] != box || p.work.known.Value != 0.5 {
		t.Error("progress replaces the button, or is not shown")
	}
}
