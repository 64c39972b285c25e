// SPDX-License-Identifier: MIT

package shell_test

import (
	stdmaps "maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"

	"roadsnap/engine/geo"
	"roadsnap/ui/files"
)

// spot is the position of the pointer in an object that takes clicks.
type spot struct {
	object       fyne.CanvasObject
	at, absolute fyne.Position
}

// spotOn returns the object of a kind that the toolkit finds under the pointer on x.
func (x thing) spotOn(kind func(fyne.CanvasObject) bool) (spot, bool) {
	const inside = 16 // logical pixels; only some of a link's width is its text
	at := x.at.AddXY(min(x.size.Width/2, inside), x.size.Height/2)
	for i, o := range slices.Backward(x.over) {
		if kind(o) {
			return spot{o, at.Subtract(x.overAt[i]), at}, true
		}
	}
	return spot{}, false
}

func takesClicks(o fyne.CanvasObject) bool {
	switch o.(type) {
	case fyne.Tappable, fyne.SecondaryTappable, fyne.DoubleTappable, fyne.Focusable, desktop.Mouseable:
		return true
	}
	return false
}

func hoverable(o fyne.CanvasObject) bool {
	_, is := o.(desktop.Hoverable)
	return is
}

// press presses and releases a mouse button, with the events of the toolkit's driver.
func (d *driver) press(s spot, button desktop.MouseButton, held fyne.KeyModifier) {
	e := &desktop.MouseEvent{PointEvent: s.event(), Button: button, Modifier: held}
	mouse, isMouse := s.object.(desktop.Mouseable)
	if isMouse {
		mouse.MouseDown(e)
	}
	// A click inside the focused object keeps the focus.
	if f, ok := d.window.Canvas().Focused().(fyne.CanvasObject); ok && f != s.object && !d.contains(f, s.absolute) {
		d.window.Canvas().Unfocus()
	}
	if isMouse {
		mouse.MouseUp(e)
	}
}

// contains reports whether a point of the window lies in an object.
func (d *driver) contains(o fyne.CanvasObject, p fyne.Position) bool {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	in := p.Subtract(at)
	return in.X >= 0 && in.Y >= 0 && in.X < o.Size().Width && in.Y < o.Size().Height
}

func (s spot) event() fyne.PointEvent {
	return fyne.PointEvent{Position: s.at, AbsolutePosition: s.absolute}
}

func (d *driver) tapSpot(s spot, held fyne.KeyModifier) {
	d.press(s, desktop.MouseButtonPrimary, held)
	if o, ok := s.object.(fyne.Tappable); ok {
		e := s.event()
		o.Tapped(&e)
	}
	d.settle()
}

func (d *driver) clickable(x thing, what string) spot {
	d.t.Helper()
	s, ok := x.spotOn(takesClicks)
	if !ok {
		d.t.Fatalf("%s takes no click", what)
	}
	return s
}

// tap clicks on a text.
func (d *driver) tap(text string) { d.t.Helper(); d.tapWith(text, 0) }

// tapWith clicks on a text with keys held down.
func (d *driver) tapWith(text string, held fyne.KeyModifier) {
	d.t.Helper()
	d.tapSpot(d.clickable(d.mustFind(text), text), held)
}

// doubleTap clicks twice on a text.
func (d *driver) doubleTap(text string) {
	d.t.Helper()
	s := d.clickable(d.mustFind(text), text)
	d.press(s, desktop.MouseButtonPrimary, 0)
	d.settle()
	d.press(s, desktop.MouseButtonPrimary, 0)
	e := s.event()
	s.object.(fyne.DoubleTappable).DoubleTapped(&e)
	d.settle()
}

// secondaryTap clicks with the other button on a text.
func (d *driver) secondaryTap(text string) {
	d.t.Helper()
	s := d.clickable(d.mustFind(text), text)
	d.press(s, desktop.MouseButtonSecondary, 0)
	e := s.event()
	s.object.(fyne.SecondaryTappable).TappedSecondary(&e)
	d.settle()
}

// hover moves the pointer onto a text.
func (d *driver) hover(text string) {
	d.t.Helper()
	s, ok := d.mustFind(text).spotOn(hoverable)
	if !ok {
		d.t.Fatalf("%s does not notice the pointer", text)
	}
	d.hoverSpot(s)
}

func (d *driver) hoverSpot(s spot) {
	e := &desktop.MouseEvent{PointEvent: s.event()}
	o := s.object.(desktop.Hoverable)
	if d.hovered == o {
		o.MouseMoved(e)
	} else {
		if d.hovered != nil {
			d.hovered.MouseOut()
		}
		o.MouseIn(e)
	}
	d.hovered = o
	d.settle()
}

// leave moves the pointer out of the window.
func (d *driver) leave() {
	if d.hovered != nil {
		d.hovered.MouseOut()
		d.hovered = nil
	}
	d.settle()
}

// icons returns the visible icons with a name, for example "cancel".
func (d *driver) icons(name string) (list []thing) {
	d.settle()
	for _, x := range d.things(false) {
		if strings.Contains(x.icon, name) {
			list = append(list, x)
		}
	}
	return list
}

// tapIcon clicks on the button with an icon that is nearest to a text or, if the text is
// empty, on the only one.
func (d *driver) tapIcon(name, near string) {
	d.t.Helper()
	list := d.icons(name)
	if len(list) == 0 || near == "" && len(list) > 1 {
		d.t.Fatalf("%d pictures %q", len(list), name)
	}
	best := list[0]
	if near != "" {
		x := d.mustFind(near)
		away := func(o thing) float64 {
			dx := max(o.center().X-x.at.X-x.size.Width, x.at.X-o.center().X, 0)
			return math.Hypot(float64(dx), float64(o.center().Y-x.center().Y))
		}
		best = slices.MinFunc(list, func(a, b thing) int { return int(away(a) - away(b)) })
	}
	d.tapSpot(d.clickable(best, name), 0)
}

// setChoice chooses an option of the drop-down list to the right of a label.
func (d *driver) setChoice(label, option string) {
	d.t.Helper()
	d.mustFind(label)
	d.tapSpot(d.clickable(thingBesideIn(d.things(false), label), label), 0)
	d.tap(option)
}

// typeText types into the focused object.
func (d *driver) typeText(text string) {
	d.t.Helper()
	o := d.window.Canvas().Focused()
	if o == nil {
		d.t.Fatal("nothing has the focus")
	}
	for _, r := range text {
		o.TypedRune(r)
		d.settle()
	}
}

// key presses keys, such as "M", "Escape" or "Ctrl+Shift+O".
func (d *driver) key(names ...string) {
	d.t.Helper()
	for _, name := range names {
		d.pressKey(name)
		d.settle()
	}
}

func (d *driver) pressKey(name string) {
	parts := strings.Split(name, "+")
	key := fyne.KeyName(parts[len(parts)-1])
	if strings.HasSuffix(name, "+") {
		key = fyne.KeyPlus
	}
	modifier := fyne.KeyModifier(0)
	for _, part := range parts[:len(parts)-1] {
		modifier |= map[string]fyne.KeyModifier{"Ctrl": fyne.KeyModifierControl, "Shift": fyne.KeyModifierShift}[part]
	}
	c := d.window.Canvas()
	if modifier == 0 {
		e := &fyne.KeyEvent{Name: key}
		if o := c.Focused(); o != nil {
			o.TypedKey(e)
		} else if typed := c.OnTypedKey(); typed != nil {
			typed(e)
		}
		return
	}
	var shortcut fyne.Shortcut = &desktop.CustomShortcut{KeyName: key, Modifier: modifier}
	if known := map[string]fyne.Shortcut{
		"Ctrl+Z": &fyne.ShortcutUndo{}, "Ctrl+A": &fyne.ShortcutSelectAll{},
		"Ctrl+C": &fyne.ShortcutCopy{Clipboard: d.app.Clipboard()}, "Ctrl+V": &fyne.ShortcutPaste{Clipboard: d.app.Clipboard()},
	}[name]; known != nil {
		shortcut = known
	}
	// The toolkit offers keys to the menu, then to the focused object, then to the window.
	if item := menuItemOf(d.window.MainMenu().Items, shortcut); item != nil {
		item.Action()
		return
	}
	if o, ok := c.Focused().(fyne.Shortcutable); ok {
		o.TypedShortcut(shortcut)
		return
	}
	d.app.window.canvas.shortcuts.TypedShortcut(shortcut)
}

// menuItemOf returns the item with a key in menus and their submenus, nil if none has it.
func menuItemOf(menus []*fyne.Menu, s fyne.Shortcut) *fyne.MenuItem {
	for _, menu := range menus {
		for _, i := range menu.Items {
			if i.ChildMenu != nil {
				if found := menuItemOf([]*fyne.Menu{i.ChildMenu}, s); found != nil {
					return found
				}
			}
			if i.Shortcut != nil && i.Shortcut.ShortcutName() == s.ShortcutName() && !i.Disabled {
				return i
			}
		}
	}
	return nil
}

// menuItem returns an item of the main menu by its path, as "View › Language › Tiếng Việt".
func (d *driver) menuItem(path string) *fyne.MenuItem {
	d.t.Helper()
	d.settle()
	names := strings.Split(path, " › ")
	var items []*fyne.MenuItem
	for _, menu := range d.window.MainMenu().Items {
		if menu.Label == names[0] {
			items = menu.Items
		}
	}
	var found *fyne.MenuItem
	for _, name := range names[1:] {
		found = nil
		for _, i := range items {
			if label, _, _ := strings.Cut(i.Label, "  "); label == name { // its key comes next
				found = i
			}
		}
		if found == nil {
			d.t.Fatalf("there is no item %q of the menu %q", name, path)
		}
		if found.ChildMenu != nil {
			items = found.ChildMenu.Items
		}
	}
	return found
}

// choose chooses an item of the main menu.
func (d *driver) choose(path string) {
	d.t.Helper()
	i := d.menuItem(path)
	if i.Disabled || i.Action == nil {
		d.t.Fatalf("%q of the menu cannot be chosen", path)
	}
	i.Action()
	d.settle()
}

// resize gives the window a size in logical pixels.
func (d *driver) resize(width, height float32) {
	d.window.Resize(fyne.NewSize(width, height))
	d.settle()
}

// drop drops files on the window.
func (d *driver) drop(paths ...string) {
	var uris []fyne.URI
	for _, p := range paths {
		uris = append(uris, storage.NewFileURI(p))
	}
	d.app.window.dropped(fyne.Position{}, uris)
	d.settle()
}

// answer sets the paths that the next file dialogs return.
func (d *driver) answer(paths ...string) {
	d.picker.mu.Lock()
	defer d.picker.mu.Unlock()
	d.picker.answers = append(d.picker.answers, paths...)
}

// asked waits until the n-th file dialog, counted from 1, is answered, and returns its
// question.
func (d *driver) asked(n int) (q files.Question) {
	d.t.Helper()
	d.until("a dialog for files", func() bool {
		d.picker.mu.Lock()
		defer d.picker.mu.Unlock()
		if d.picker.answered < n {
			return false
		}
		q = d.picker.asked[n-1]
		return true
	})
	return q
}

// clipboard returns the content of the clipboard.
func (d *driver) clipboard() string { return d.app.Clipboard().Content() }

// dialogOpen reports whether a dialog or a menu is open.
func (d *driver) dialogOpen() bool {
	d.settle()
	return d.window.Canvas().Overlays().Top() != nil
}

// mapWidget is the set of interfaces by which the map receives gestures.
type mapWidget interface {
	fyne.CanvasObject
	fyne.Draggable
	fyne.Scrollable
	fyne.Tappable
	fyne.DoubleTappable
	fyne.SecondaryTappable
	desktop.Mouseable
	desktop.Hoverable
}

// mapIn returns the map in o and its position.
func mapIn(o fyne.CanvasObject, at fyne.Position) (mapWidget, fyne.Position) {
	if o == nil || !o.Visible() {
		return nil, at
	}
	at = at.Add(o.Position())
	if m, is := o.(mapWidget); is && m.Size().Width > 0 {
		return m, at
	}
	var children []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		children = o.Objects
	case fyne.Widget:
		children = test.WidgetRenderer(o).Objects()
	}
	for _, child := range children {
		if m, p := mapIn(child, at); m != nil {
			return m, p
		}
	}
	return nil, at
}

// theMap returns the map and its position in the window.
func (d *driver) theMap() (mapWidget, fyne.Position) {
	d.t.Helper()
	d.settle()
	m, at := mapIn(d.window.Content(), fyne.Position{})
	if m == nil {
		d.t.Fatal("there is no map in the window")
	}
	return m, at
}

// mapSize returns the size of the map in logical pixels.
func (d *driver) mapSize() fyne.Size {
	d.t.Helper()
	m, _ := d.theMap()
	return m.Size()
}

// middle returns the middle of the map.
func (d *driver) middle() fyne.Position {
	d.t.Helper()
	size := d.mapSize()
	return fyne.NewPos(size.Width/2, size.Height/2)
}

// on returns the position of a geographic point on the map.
func (d *driver) on(lat, lon float64) fyne.Position {
	d.settle()
	v := d.view()
	x, y := v.ToScreen(geo.Point{Lat: lat, Lon: lon})
	return fyne.NewPos(float32(x/v.Scale), float32(y/v.Scale))
}

// shows reports whether a geographic point is in the visible part of the map.
func (d *driver) shows(lat, lon float64) bool {
	p, size := d.on(lat, lon), d.mapSize()
	return p.X >= 0 && p.Y >= 0 && p.X < size.Width && p.Y < size.Height
}

// zoom returns the zoom of the map.
func (d *driver) zoom() float64 { d.settle(); return d.view().Zoom }

func (d *driver) mapSpot(p fyne.Position) spot {
	d.t.Helper()
	m, at := d.theMap()
	return spot{m, p, at.Add(p)}
}

// tapMap clicks on the map.
func (d *driver) tapMap(p fyne.Position) { d.t.Helper(); d.tapSpot(d.mapSpot(p), 0) }

// tapMapWith clicks on the map with keys held down.
func (d *driver) tapMapWith(p fyne.Position, held fyne.KeyModifier) {
	d.t.Helper()
	d.tapSpot(d.mapSpot(p), held)
}

// doubleTapMap clicks twice on the map.
func (d *driver) doubleTapMap(p fyne.Position) {
	d.t.Helper()
	s := d.mapSpot(p)
	for range 2 {
		d.press(s, desktop.MouseButtonPrimary, 0)
		d.settle()
	}
	e := s.event()
	s.object.(mapWidget).DoubleTapped(&e)
	d.settle()
}

// secondaryTapMap clicks with the other button on the map.
func (d *driver) secondaryTapMap(p fyne.Position) {
	d.t.Helper()
	s := d.mapSpot(p)
	d.press(s, desktop.MouseButtonSecondary, 0)
	e := s.event()
	s.object.(mapWidget).TappedSecondary(&e)
	d.settle()
}

// hoverMap moves the pointer to a position on the map.
func (d *driver) hoverMap(p fyne.Position) { d.t.Helper(); d.hoverSpot(d.mapSpot(p)) }

// dragMap drags the map, with keys held down, in one move. After several moves the map
// would glide on by a distance that depends on the time between them.
func (d *driver) dragMap(from, to fyne.Position, held fyne.KeyModifier) {
	d.t.Helper()
	s := d.mapSpot(from)
	m := s.object.(mapWidget)
	e := &desktop.MouseEvent{PointEvent: s.event(), Button: desktop.MouseButtonPrimary, Modifier: held}
	m.MouseDown(e)
	by := to.Subtract(from)
	end := spot{m, to, s.absolute.Add(by)}
	m.Dragged(&fyne.DragEvent{PointEvent: end.event(), Dragged: fyne.NewDelta(by.X, by.Y)})
	m.MouseUp(&desktop.MouseEvent{PointEvent: end.event(), Button: desktop.MouseButtonPrimary, Modifier: held})
	m.DragEnd()
	d.settle()
}

// wheel turns the wheel by notches over a position on the map; up is positive.
func (d *driver) wheel(p fyne.Position, notches float32) {
	d.t.Helper()
	const notch = 25 // logical pixels, as the toolkit reports one on X11
	s := d.mapSpot(p)
	s.object.(mapWidget).Scrolled(&fyne.ScrollEvent{PointEvent: s.event(), Scrolled: fyne.NewDelta(0, notch*notches)})
	d.settle()
}

// dragBar drags the line between two panes that is nearest to a position across it, by a
// distance (logical pixels). level is the cursor over the line.
func (d *driver) dragBar(level desktop.Cursor, x, by float32) {
	d.t.Helper()
	d.settle()
	bars := map[float32]fyne.Draggable{}
	var walk func(o fyne.CanvasObject, at fyne.Position)
	walk = func(o fyne.CanvasObject, at fyne.Position) {
		if o == nil || !o.Visible() {
			return
		}
		at = at.Add(o.Position())
		cursor, _ := o.(desktop.Cursorable)
		if bar, ok := o.(fyne.Draggable); ok && cursor != nil && cursor.Cursor() == level {
			place := at.X
			if level == desktop.VResizeCursor {
				place = at.Y
			}
			bars[place] = bar
		}
		switch o := o.(type) {
		case *fyne.Container:
			for _, child := range o.Objects {
				walk(child, at)
			}
		case fyne.Widget:
			for _, child := range test.WidgetRenderer(o).Objects() {
				walk(child, at)
			}
		}
	}
	walk(d.window.Content(), fyne.Position{})
	if len(bars) == 0 {
		d.t.Fatal("there is no line to drag between panes")
	}
	nearest := slices.MinFunc(slices.Collect(stdmaps.Keys(bars)), func(a, b float32) int {
		return int(math.Abs(float64(a-x)) - math.Abs(float64(b-x)))
	})
	dragged := fyne.NewDelta(by, 0)
	if level == desktop.VResizeCursor {
		dragged = fyne.NewDelta(0, by)
	}
	bars[nearest].Dragged(&fyne.DragEvent{Dragged: dragged})
	bars[nearest].DragEnd()
	d.settle()
}

// write writes a file in a folder of the test and returns its path.
func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// read returns the content of a file.
func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
