// SPDX-License-Identifier: MIT

package server_test

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"roadsnap/assets"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/server"
	"roadsnap/ui/text"
)

// newPanel returns a panel that shows every state of its model.
func newPanel(t *testing.T, local server.Local) (*jobtest.UI, *server.Model, *server.Panel) {
	t.Helper()
	test.NewTempApp(t)
	words, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	ui := jobtest.New(t)
	model := server.NewModel(ui.Jobs, local, "127.0.0.1:8080")
	t.Cleanup(func() { _ = model.Close() })
	panel := server.New(server.Options{Words: words, Model: model, Copy: func(string) {}})
	model.OnChange(func() { panel.Show(model.State()) })
	panel.Show(model.State())
	return ui, model, panel
}

// TestTypingAnAddressPostsNothing types faster than posted functions run.
func TestTypingAnAddressPostsNothing(t *testing.T) {
	ui, model, panel := newPanel(t, &fakeServer{})
	for _, r := range "42" {
		panel.Address.TypedRune(r)
	}
	if want := "42127.0.0.1:8080"; panel.Address.Text != want || model.State().Address != want {
		t.Errorf("the field has %q, the model %q, want %q", panel.Address.Text, model.State().Address, want)
	}
	if ui.Drain() {
		t.Error("typing posted something to the UI goroutine")
	}
}

// TestStatesAreNotWrittenOverWhatIsTyped shows a state that is older than the last typed
// letters.
func TestStatesAreNotWrittenOverWhatIsTyped(t *testing.T) {
	_, model, panel := newPanel(t, &fakeServer{})
	old := model.State()
	panel.Address.SetText("localhost:1")
	panel.Show(old)
	if panel.Address.Text != "localhost:1" || model.State().Address != "localhost:1" {
		t.Errorf("the field has %q, the model %q", panel.Address.Text, model.State().Address)
	}
}

// TestAddressIsFixedWhileTheServerStarts checks that the field is disabled, because typed
// text would be lost.
func TestAddressIsFixedWhileTheServerStarts(t *testing.T) {
	ui, model, panel := newPanel(t, &fakeServer{})
	model.Switch(true)
	if panel.Address.TypedRune('9'); !panel.Address.Disabled() || strings.Contains(panel.Address.Text, "9") {
		t.Errorf("the field takes letters while the server starts: %q", panel.Address.Text)
	}
	ui.Until(t, "the server", func() bool { return model.State().Running })
	model.Switch(false)
	ui.Until(t, "the end of the server", func() bool { return !model.State().Running })
	if panel.Address.Disabled() {
		t.Error("the address of a server that is off cannot be changed")
	}
	ui.Jobs.Close(time.Minute)
}
