// SPDX-License-Identifier: MIT

package maps

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// offerBox offers the map of a country: its name, what it takes, and a button for the
// download and one for files that the user has.
type offerBox struct {
	words   text.Catalogue
	title   string
	about   *widget.Label // while the sample is open
	age     *widget.Label // of the map to update
	need    *widget.Label // what the installation takes, and what is free
	get     *kit.Button
	files   *kit.Button
	network *kit.Button
	content *fyne.Container
}

func newOfferBox(words text.Catalogue, offer Offer, get, files, network func()) *offerBox {
	b := &offerBox{words: words, title: offer.Title(words.Language)}
	b.about = widget.NewLabel(words.T("maps.offer.about", "name", b.title, "download", words.AboutBytes(offer.Download), "time", words.Duration(offer.Time())))
	b.about.Wrapping = fyne.TextWrapWord
	b.age = kit.Wrapped("", widget.LowImportance)
	b.need = kit.Wrapped(needText(words, offer.Memory, offer.Space, offer.FreeMemory, offer.Free), widget.LowImportance)
	b.get = kit.NewButton(words.T("maps.offer.install", "name", b.title), theme.DownloadIcon(), get)
	b.files = kit.QuietButton(words.T("maps.offer.files"), theme.StorageIcon(), files)
	b.network = kit.IconButton(theme.SettingsIcon(), words.T("maps.network"), network)
	b.network.Importance = widget.LowImportance
	b.content = container.NewVBox(b.about, b.age, b.get, b.need, container.NewBorder(nil, nil, nil, b.network, b.files), widget.NewSeparator())
	return b
}

// show names the buttons for what they do now, and gives the first one weight while the
// user has no map but the sample.
func (b *offerBox) show(s State) {
	key, importance := "maps.offer.update", widget.MediumImportance
	if s.IsSample || !s.Installed {
		key, importance = "maps.offer.install", widget.HighImportance
	}
	if s.Started {
		key = "maps.offer.continue"
	}
	age := ageText(b.words, s, time.Now())
	kit.SetText(b.age, age)
	kit.SetVisible(b.age, age != "" && !s.Busy)
	kit.SetVisible(b.need, !s.Busy)
	kit.SetVisible(b.about, (s.IsSample || !s.Installed) && !s.Busy)
	b.get.Importance = importance
	b.get.SetText(b.words.T(key, "name", b.title))
	for _, button := range []*kit.Button{b.get, b.files, b.network} {
		kit.SetEnabled(button, !s.Busy)
	}
}

// ageText returns how old the open map is, if a newer one can be installed, and what the
// server said about that. It is "" for other maps.
func ageText(words text.Catalogue, s State, now time.Time) string {
	r, ok := s.Open()
	if !ok || !r.Offered || s.Info.Meta.SourceTime.IsZero() {
		return ""
	}
	age := words.MapAge(s.Info.Meta.SourceTime, now)
	if s.Newest {
		return words.T("maps.newest", "age", age)
	}
	return age
}

// stageText returns the stage of work, and for a download how much has arrived, how fast,
// and the time left.
func stageText(words text.Catalogue, p Progress) string {
	parts := []string{words.T(p.Stage)}
	if p.Pause > 0 {
		return parts[0] + " · " + words.T("maps.pause", "time", words.Duration(p.Pause))
	}
	if p.Bytes && p.Total > 0 {
		parts = append(parts, words.T("maps.arrived", "done", words.Bytes(p.Done), "total", words.Bytes(p.Total)))
	}
	if p.Rate > 0 {
		parts = append(parts, words.Bytes(int64(p.Rate))+"/s")
	}
	if left := p.Left(); left > 0 {
		parts = append(parts, words.T("maps.left", "time", words.Duration(left)))
	}
	return strings.Join(parts, " · ")
}
