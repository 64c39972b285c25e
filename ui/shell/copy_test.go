// SPDX-License-Identifier: MIT

package shell

import (
	"strings"
	"testing"
)

func TestClipboardHasWhatWasCopiedLast(t *testing.T) {
	for _, c := range []struct {
		name string
		then func(w *testWindow) // after the slow copy was begun
		want string
	}{
		{"nothing else", func(*testWindow) {}, "slow"},
		{"a quick copy", func(w *testWindow) { w.clipboard.copy("quick") }, "quick"},
		{"another slow one, ready first", func(w *testWindow) {
			w.clipboard.copyLater(3321, func() string { return "second" })
			w.eventually(t, "the second copy", func() bool { return w.clipboard.units == 0 })
		}, "second"},
		{"cancelled", (*testWindow).cancelWork, "before"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newTestWindow(t)
			w.clipboard.copy("before")
			ready := make(chan struct{})
			w.clipboard.copyLater(3321, func() string {
				<-ready
				return "slow"
			})
			if said := w.status.work.Text; !strings.Contains(said, "3,321") || !w.status.cancel.Visible() {
				t.Errorf("while it is written the status bar says %q", said)
			}
			if now := w.o.App.Clipboard().Content(); now != "before" {
				t.Errorf("before it is written the clipboard has %q", now)
			}
			c.then(w)
			close(ready)
			w.ui.Rest(t)
			if now := w.o.App.Clipboard().Content(); now != c.want {
				t.Errorf("the clipboard has %q, want %q", now, c.want)
			}
			if said := w.status.work.Text; said != "" {
				t.Errorf("when all is done the status bar says %q", said)
			}
		})
	}
}
