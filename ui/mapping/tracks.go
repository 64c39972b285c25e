// SPDX-License-Identifier: MIT

package mapping

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/trace"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// The size of the dialog of tracks (logical pixels).
const tracksWidth, tracksHeight = 620, 460

// kindWords are the keys of the names of kinds.
var kindWords = map[trace.Kind]string{
	trace.KindTrack: "tracks.kind.track", trace.KindRoute: "tracks.kind.route", trace.KindPoints: "tracks.kind.points",
}

// trackList shows the tracks and routes of a file, to choose among them.
type trackList struct {
	words   text.Catalogue
	model   *Tracks
	list    *kit.List
	bar     *widget.ProgressBar
	said    *widget.Label
	content *fyne.Container
	both    []fyne.Disableable // the buttons for all items
}

func newTrackList(words text.Catalogue, model *Tracks) *trackList {
	l := &trackList{words: words, model: model, bar: widget.NewProgressBar(), said: kit.Wrapped("", widget.MediumImportance)}
	l.list = kit.NewList(func() int { return len(model.State().Items) }, l.create, l.update)
	all := kit.NewButton(words.T("tracks.all"), nil, func() { model.SetAll(true) })
	none := kit.NewButton(words.T("tracks.none"), nil, func() { model.SetAll(false) })
	l.both = []fyne.Disableable{all, none}
	l.content = container.NewBorder(container.NewVBox(container.NewHBox(all, none, layout.NewSpacer()), l.bar), l.said, nil, nil, l.list)
	l.show()
	return l
}

// create returns a row: a check box with the name, and what it is.
func (l *trackList) create() fyne.CanvasObject {
	about := kit.Caption("")
	about.Alignment = fyne.TextAlignTrailing
	return container.NewBorder(nil, nil, nil, about, kit.NewCheck(""))
}

func (l *trackList) update(i int, o fyne.CanvasObject) {
	s := l.model.State()
	if i >= len(s.Items) {
		return
	}
	row := o.(*fyne.Container)
	check, about := row.Objects[0].(*kit.Check), row.Objects[1].(*widget.Label)
	item := s.Items[i]
	check.OnChanged = nil
	check.Text = cmp.Or(item.Name, item.ID)
	check.SetChecked(s.Chosen[i])
	check.Refresh()
	check.OnChanged = func(on bool) { l.model.Set(i, on) }
	about.SetText(l.about(item))
}

// about says what an item is: its kind, its length and its times.
func (l *trackList) about(item trace.Item) string {
	parts := []string{l.words.T(kindWords[item.Kind]), l.words.T("tracks.points", "n", l.words.Count(item.Points))}
	if !item.Start.IsZero() {
		parts = append(parts, l.words.Moment(item.Start))
	}
	if item.File != "" {
		parts = append(parts, filepath.Base(item.File))
	}
	return strings.Join(parts, " · ")
}

// show shows the state of the model.
func (l *trackList) show() {
	s := l.model.State()
	if l.bar.Visible() != s.Busy {
		kit.SetVisible(l.bar, s.Busy)
		l.content.Refresh() // lays out the rest
	}
	l.bar.SetValue(s.Share)
	for _, b := range l.both {
		kit.SetEnabled(b, s.Read)
	}
	l.said.Importance = widget.MediumImportance
	switch {
	case s.Err != nil:
		n := text.Explain(s.Err)
		l.said.Importance = widget.DangerImportance
		l.said.SetText(l.words.T(n.Sentence) + " " + l.words.T(n.Remedy))
	case s.Read:
		l.said.SetText(l.words.T("tracks.summary", "n", l.words.Count(s.Count()), "all", l.words.Count(len(s.Items))))
	default:
		l.said.SetText("")
	}
	l.list.Refresh()
}

// TracksOptions configures the dialog of tracks.
type TracksOptions struct {
	Options
	// Only chooses at first; nil chooses what is read without a choice.
	Only func(trace.Item) bool
	// Chosen is called with the numbers of the chosen items, nil for those that are read
	// without a choice.
	Chosen func(numbers []int)
}

// ShowTracks shows the dialog that chooses the tracks and routes of a file.
func ShowTracks(o TracksOptions, file Table) {
	var list *trackList
	var box *files.Editor
	model := NewTracks(o.Jobs, file, o.Only, func() {
		list.show()
		box.SetReady(list.model.State().Ready())
	})
	list = newTrackList(o.Words, model)
	title := fmt.Sprintf("%s · %s", strings.TrimSuffix(o.Words.T("tracks.title"), "…"), filepath.Base(file.Path))
	box = o.Dialogs.Edit(title, o.Words.T("mapping.open"), list.content, fyne.NewSize(tracksWidth, tracksHeight), func() (done bool) {
		if !model.State().Ready() {
			return false
		}
		o.Chosen(model.State().Numbers())
		return true
	})
	box.SetOnClosed(model.Close)
	model.Load(trace.Options{Bounds: o.Bounds})
}
