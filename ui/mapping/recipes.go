// SPDX-License-Identifier: MIT

package mapping

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/trace"
	"roadsnap/engine/workspace"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// The size of the dialog of recipes (logical pixels).
const recipesWidth, recipesHeight = 560, 420

// RecipesOptions configures the dialog of saved recipes.
type RecipesOptions struct {
	Words   text.Catalogue
	Dialogs *files.Dialogs
	// Change changes the saved recipes in the background, and calls then with all of them.
	Change func(change func(ctx context.Context, s workspace.Settings) error, then func([]trace.Recipe, error))
}

// recipesDialog lists the saved recipes.
type recipesDialog struct {
	o       RecipesOptions
	t       func(key string, args ...any) string
	list    []trace.Recipe
	gone    *trace.Recipe // the last one that was removed
	said    *widget.Label
	undo    *kit.Button
	rows    *fyne.Container
	content *fyne.Container
}

// ShowRecipes shows the dialog that renames and removes saved recipes.
func ShowRecipes(o RecipesOptions) {
	d := &recipesDialog{o: o, t: o.Words.T, said: kit.Wrapped("", widget.MediumImportance), rows: container.NewVBox()}
	d.undo = kit.NewButton(d.t("menu.undo"), theme.ContentUndoIcon(), d.restore)
	d.undo.Hide()
	d.content = container.NewBorder(nil, container.NewBorder(nil, nil, nil, d.undo, d.said), nil, nil, container.NewVScroll(d.rows))
	o.Dialogs.Look(d.t("recipes.title"), d.content, fyne.NewSize(recipesWidth, recipesHeight))
	d.change(func(context.Context, workspace.Settings) error { return nil }, "")
}

// change changes the recipes, shows them and says a sentence.
func (d *recipesDialog) change(change func(ctx context.Context, s workspace.Settings) error, sentence string) {
	d.o.Change(change, func(list []trace.Recipe, err error) {
		d.said.Importance = widget.MediumImportance
		if err != nil {
			n := text.Explain(err)
			d.said.Importance, sentence = widget.DangerImportance, d.t(n.Sentence)+" "+d.t(n.Remedy)
		} else {
			d.list = list
		}
		d.said.SetText(sentence)
		kit.SetVisible(d.undo, d.gone != nil)
		d.show()
	})
}

// show shows a row for each recipe.
func (d *recipesDialog) show() {
	d.rows.RemoveAll()
	for _, r := range d.list {
		d.rows.Add(d.row(r))
	}
	if len(d.list) == 0 {
		d.rows.Add(kit.Wrapped(d.t("recipes.none"), widget.LowImportance))
	}
	d.content.Refresh()
}

// row returns the row of a recipe: its name, which can be edited, and what it reads.
func (d *recipesDialog) row(r trace.Recipe) fyne.CanvasObject {
	name := kit.NewEntry()
	name.SetText(r.Name)
	save := kit.IconButton(theme.ConfirmIcon(), d.t("recipes.rename"), nil)
	remove := kit.IconButton(theme.DeleteIcon(), d.t("recipes.remove"), func() { d.remove(r) })
	free := func() bool {
		now := strings.TrimSpace(name.Text)
		for _, other := range d.list {
			if other.Name == now {
				return false
			}
		}
		return now != ""
	}
	rename := func() {
		if free() {
			d.rename(r.Name, strings.TrimSpace(name.Text))
		}
	}
	save.OnTapped = rename
	name.OnSubmitted = func(string) { rename() }
	name.OnChanged = func(string) { kit.SetEnabled(save, free()) }
	kit.SetEnabled(save, false)
	about := kit.Caption(d.about(r))
	about.Wrapping = fyne.TextWrapWord
	return container.NewVBox(container.NewBorder(nil, nil, nil, container.NewHBox(save, remove), name), about)
}

// about says what a recipe reads.
func (d *recipesDialog) about(r trace.Recipe) string {
	var parts []string
	for _, c := range r.Columns {
		part := d.t(roleWords[c.Role])
		if c.Name != "" {
			part += " (" + c.Name + ")"
		}
		parts = append(parts, part)
	}
	if r.CRS != "" {
		parts = append(parts, r.CRS)
	}
	return strings.Join(parts, " · ")
}

func (d *recipesDialog) rename(old, name string) {
	d.gone = nil
	d.change(func(ctx context.Context, s workspace.Settings) error {
		return workspace.RenameRecipe(ctx, s, old, name)
	}, "")
}

func (d *recipesDialog) remove(r trace.Recipe) {
	d.gone = &r
	d.change(func(ctx context.Context, s workspace.Settings) error { return workspace.RemoveRecipe(ctx, s, r.Name) },
		d.t("recipes.removed", "name", r.Name))
}

// restore saves the recipe again that was removed last.
func (d *recipesDialog) restore() {
	if d.gone == nil {
		return
	}
	r := *d.gone
	d.gone = nil
	d.change(func(ctx context.Context, s workspace.Settings) error { return workspace.SaveRecipe(ctx, s, r) }, "")
}
