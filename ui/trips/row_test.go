package trips

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"roadsnap/assets"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/text"
)

func TestRowTakesTheRoomOfTheCancelButton(t *testing.T) {
	test.NewTempApp(t)
	words, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	model := NewModel(Options{Jobs: jobtest.New(t).Jobs})
	row := newRow()
	row.show(words, &Trip{Name: "a"}, model)
	row.Resize(fyne.NewSize(280, 50))
	busy := row.name.Size().Width
	row.show(words, &Trip{Name: "a", Stage: Done}, model)
	if row.name.Size().Width <= busy {
		t.Errorf("the name is %v wide, as with the button (%v)", row.name.Size().Width, busy)
	}
}
