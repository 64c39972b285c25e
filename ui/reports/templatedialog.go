// SPDX-License-Identifier: MIT

package reports

import (
	"bytes"
	"context"
	"errors"
	"image"
	"io"
	"os"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/internal/reportfile"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// The sizes of the dialog of the template (logical pixels).
const (
	templateWidth = 520
	logoHeight    = 56
	logoWidth     = 160
)

// templateDialog is the dialog of the template, while it is open.
type templateDialog struct {
	panel   *Panel
	t       Template
	company *kit.KeyEntry
	signers *kit.Entry
	logo    *fyne.Container // picture of the logo and buttons
	checks  []*kit.Check
	columns []Column
	said    *widget.Label
}

// askTemplate asks for company, logo, signatures and columns, and keeps them.
func (p *Panel) askTemplate() {
	words, now := p.words, p.model.State().Template
	d := &templateDialog{panel: p, t: now, company: kit.NewKeyEntry(p.do.Keys), signers: kit.NewTextArea(), logo: container.NewHBox(), said: kit.Wrapped("", widget.DangerImportance)}
	d.company.SetText(now.Company)
	d.company.OnSubmitted = func(string) { p.do.Dialogs.Agree() }
	d.signers.SetText(strings.Join(now.Signers, "\n"))
	d.signers.SetPlaceHolder(words.T("reports.signers.hint"))
	d.signers.SetMinRowsVisible(3)
	d.said.Hide()
	d.showLogo()
	form := container.New(layout.NewFormLayout(),
		widget.NewLabel(words.T("reports.company")), d.company,
		widget.NewLabel(words.T("reports.logo")), d.logo,
		widget.NewLabel(words.T("reports.signers")), d.signers)
	content := container.NewVBox(form)
	if p.model.State().Choice.Kind != SheetKind { // which has no columns
		content.Add(widget.NewSeparator())
		content.Add(d.newColumns())
	}
	content.Add(d.said)
	p.do.Dialogs.Edit(words.T("reports.template"), words.T("dialog.save"), content, fyne.NewSize(templateWidth, 0), func() (done bool) {
		p.model.SetTemplate(d.read())
		return true
	})
	p.do.Dialogs.Focus(d.company)
}

// newColumns returns the columns of the chosen report to show or hide.
func (d *templateDialog) newColumns() fyne.CanvasObject {
	p := d.panel
	kind := p.model.State().Choice.Kind
	title := widget.NewLabel(p.words.T("reports.columns", "report", p.words.T("reports.kind."+string(kind))))
	d.columns = p.model.Columns()
	if len(d.columns) == 0 {
		return container.NewVBox(title, kit.Wrapped(p.words.T("reports.columns.unknown"), widget.LowImportance))
	}
	hidden := map[string]bool{}
	for _, c := range d.t.Hidden[kind] {
		hidden[c.Key] = true
	}
	grid := container.NewGridWithColumns(2)
	for _, c := range d.columns {
		check := kit.NewCheck(shortened(c.Title))
		check.SetTip(c.Title)
		check.SetChecked(!hidden[c.Key])
		d.checks = append(d.checks, check)
		grid.Add(check)
	}
	scroll := container.NewVScroll(grid)
	scroll.SetMinSize(fyne.NewSize(0, min(grid.MinSize().Height, 180)))
	return container.NewVBox(title, scroll)
}

// shortened returns the beginning of a title of a column that is too long for a box.
func shortened(title string) string {
	const letters = 28
	if r := []rune(title); len(r) > letters {
		return strings.TrimSpace(string(r[:letters-1])) + "…"
	}
	return title
}

// read returns the template of the fields.
func (d *templateDialog) read() Template {
	t := d.t
	t.Company = strings.Join(strings.Fields(d.company.Text), " ")
	t.Signers = nil
	for line := range strings.Lines(d.signers.Text) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			t.Signers = append(t.Signers, line)
		}
	}
	if len(d.checks) > 0 {
		var hidden []Column
		for i, c := range d.columns {
			if !d.checks[i].Checked {
				hidden = append(hidden, c)
			}
		}
		t = t.WithHidden(d.panel.model.State().Choice.Kind, hidden)
	}
	return t
}

// showLogo shows the logo, with buttons to choose another one and to remove it.
func (d *templateDialog) showLogo() {
	t := d.panel.words.T
	d.logo.RemoveAll()
	if picture, _, err := image.Decode(bytes.NewReader(d.t.Logo)); err == nil {
		shown := canvas.NewImageFromImage(picture)
		shown.FillMode = canvas.ImageFillContain
		shown.SetMinSize(fyne.NewSize(min(logoHeight*float32(picture.Bounds().Dx())/float32(picture.Bounds().Dy()), logoWidth), logoHeight))
		d.logo.Add(container.NewStack(canvas.NewRectangle(theme.Color(theme.ColorNameInputBackground)), shown))
		d.logo.Add(container.NewCenter(kit.IconButton(theme.DeleteIcon(), t("reports.logo.remove"), func() {
			d.t.Logo = nil
			d.showLogo()
		})))
	}
	d.logo.Add(container.NewCenter(kit.NewButton(t("reports.logo.choose"), theme.FolderOpenIcon(), d.chooseLogo)))
	d.logo.Refresh()
}

// errNoLogo reports a file that is no picture for the head of a report.
var errNoLogo = errors.New("not a PNG or JPEG that can be drawn")

// chooseLogo asks for a picture and reads it.
func (d *templateDialog) chooseLogo() {
	t := d.panel.words.T
	d.panel.do.Dialogs.Open(files.Question{
		Title: t("reports.logo.choose"), Kind: "PNG, JPEG", AllFiles: t("files.all"), Extensions: []string{"png", "jpg", "jpeg"},
	}, func(path string) {
		d.panel.do.Jobs.Start(func(context.Context) func() {
			logo, err := readLogo(path)
			return func() {
				switch {
				case errors.Is(err, errNoLogo):
					d.complain(t("reports.logo.bad", "mb", d.panel.words.Count(reportfile.MaxLogo>>20)))
				case err != nil:
					n := text.Explain(err)
					d.complain(t(n.Sentence) + " " + t(n.Remedy))
				default:
					d.t.Logo = logo
					d.said.Hide()
					d.showLogo()
				}
			}
		})
	})
}

// readLogo reads a picture of at most reportfile.MaxLogo bytes.
func readLogo(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read
	logo, err := io.ReadAll(io.LimitReader(f, reportfile.MaxLogo+1))
	if err == nil && (len(logo) > reportfile.MaxLogo || !reportfile.ValidLogo(logo)) {
		err = errNoLogo
	}
	return logo, err
}

func (d *templateDialog) complain(sentence string) {
	d.said.SetText(sentence)
	d.said.Show()
}
