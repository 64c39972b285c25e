// SPDX-License-Identifier: MIT

package native

import (
	"context"

	"fyne.io/fyne/v2/driver"

	"roadsnap/ui/mapview"
	"roadsnap/ui/native/xinput"
	"roadsnap/ui/shell"
)

// Pinches passes touchpad pinches over a shown window to its map until stop is called. It
// does nothing for windows that are not X11 windows. Windows turns pinches into wheel
// events.
func Pinches(w *shell.Window) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	w.RunNative(func(system any) {
		x11, ok := system.(driver.X11WindowContext)
		if !ok || x11.WindowHandle == 0 {
			return
		}
		go func() {
			// The error is ignored because the user cannot do anything about it.
			_ = xinput.Pinches(ctx, uint32(x11.WindowHandle), func(p xinput.Pinch) { w.Pinch(mapview.Pinch(p)) })
		}()
	})
	return cancel
}
