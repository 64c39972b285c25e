// SPDX-License-Identifier: MIT

package reports

import (
	"cmp"
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/trace"
	"roadsnap/internal/reportfile"
	"roadsnap/internal/reportmaker"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// The size of the dialog that verifies a sheet (logical pixels).
const verifyWidth, verifyHeight = 620, 480

// verifyDialog shows what was found about a sheet.
type verifyDialog struct {
	panel      *Panel
	pdf, trace string
	rows       *fyne.Container
	choose     *kit.Button
}

// AskVerify asks for the PDF of a distance sheet and verifies it.
func (p *Panel) AskVerify() {
	t := p.words.T
	p.do.Dialogs.Open(files.Question{Title: t("reports.verify"), Kind: "PDF", AllFiles: t("files.all"), Extensions: []string{"pdf"}}, func(path string) {
		d := &verifyDialog{panel: p, pdf: path, rows: container.NewVBox()}
		d.choose = kit.NewButton(t("reports.verify.trace"), theme.FolderOpenIcon(), d.askTrace)
		content := container.NewBorder(nil, container.NewCenter(d.choose), nil, nil, container.NewVScroll(container.NewPadded(d.rows)))
		p.do.Dialogs.Look(t("reports.verify"), content, fyne.NewSize(verifyWidth, verifyHeight))
		d.verify()
	})
}

// askTrace asks for the original file, and verifies the sheet with it.
func (d *verifyDialog) askTrace() {
	t := d.panel.words.T
	d.panel.do.Dialogs.Open(files.Question{Title: t("reports.verify.trace"), Kind: t("files.traces"), AllFiles: t("files.all"), Extensions: trace.Extensions()}, func(path string) {
		d.trace = path
		d.verify()
	})
}

// verify verifies the sheet and shows what was found.
func (d *verifyDialog) verify() {
	d.choose.Disable()
	d.say(kit.Wrapped(d.panel.words.T("reports.verify.busy"), widget.LowImportance))
	d.panel.model.Verify(d.pdf, d.trace, func(v reportmaker.Verified, err error) {
		switch {
		case errors.Is(err, reportfile.ErrNoSheet):
			d.say(kit.Wrapped(d.panel.words.T("reports.verify.no_sheet"), widget.WarningImportance))
		case err != nil:
			d.choose.Enable()
			d.say(kit.Notice(d.panel.words, text.Explain(err)))
		default:
			d.choose.Enable()
			d.show(&v)
		}
	})
}

// say shows parts one below the other.
func (d *verifyDialog) say(parts ...fyne.CanvasObject) {
	d.rows.RemoveAll()
	for _, part := range parts {
		d.rows.Add(part)
	}
}

// show shows what was found.
func (d *verifyDialog) show(v *reportmaker.Verified) {
	words, s := d.panel.words, v.Sheet
	t := words.T
	parts := []fyne.CanvasObject{kit.Facts(
		[2]string{t("reports.verify.vehicle"), cmp.Or(s.Vehicle, s.Name)},
		[2]string{t("trip.start"), words.Moment(s.Start)},
		[2]string{t("reports.verify.total"), words.Distance(s.Measured + s.Inferred + s.OffRoad)},
		[2]string{t("reports.verify.made"), words.Moment(s.Made)},
	), widget.NewSeparator()}
	for _, c := range v.Checks {
		parts = append(parts, d.row(&c, v))
	}
	hash := widget.NewLabel(v.SHA256)
	hash.Selectable, hash.Wrapping, hash.SizeName = true, fyne.TextWrapBreak, theme.SizeNameCaptionText
	parts = append(parts, widget.NewSeparator(), kit.Wrapped(t("reports.verify.hash"), widget.LowImportance), hash)
	d.say(parts...)
}

// row shows what was found about a part of the sheet.
func (d *verifyDialog) row(c *reportmaker.Check, v *reportmaker.Verified) fyne.CanvasObject {
	words := d.panel.words
	t := words.T
	icon, finding, importance := theme.Icon(theme.IconNameConfirm), "reports.verify.unchanged", widget.SuccessImportance
	switch c.Finding {
	case reportfile.Changed:
		icon, finding, importance = theme.ErrorIcon(), "reports.verify.changed", widget.DangerImportance
	case reportfile.NotCheckable:
		icon, finding, importance = theme.QuestionIcon(), "reports.verify.not_checkable", widget.WarningImportance
	}
	said := widget.NewLabel(t(finding))
	said.Importance = importance
	box := container.NewVBox(container.NewBorder(nil, nil, widget.NewIcon(icon), said, widget.NewLabel(t("reports.verify.part."+string(c.Part)))))
	if c.Why != "" {
		why := t("reports.verify.why."+string(c.Why), "file", v.Sheet.File.Name, "map", v.Sheet.Map.Name, "version", v.Sheet.Version, "on", words.Distance(c.OnRoads), "off", words.Distance(c.OffRoads))
		box.Add(kit.Indented(kit.Wrapped(why, widget.MediumImportance)))
	}
	return box
}
