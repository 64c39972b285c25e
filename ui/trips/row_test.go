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
	row := newRow(&Panel{words: words, model: NewModel(Options{Jobs: jobtest.New(t).Jobs})})
	row.show(&Trip{Name: "a"})
	row.Resize(fyne.NewSize(280, 50))
	busy := row.name.Size().Width
	row.show(&Trip{Name: "a", Stage: Done})
	if row.name.Size().Width <= busy {
		t.Errorf("the name is %v wide, as with the button (%v)", row.name.Size().Width, busy)
	}
}
