package native

import (
	"context"

	"fyne.io/fyne/v2/driver"

	"roadsnap/ui/mapview"
	"roadsnap/ui/native/xinput"
	"roadsnap/ui/shell"
)

// Pinches has the map of a window that was shown follow pinches on a touchpad, until
// stop is called. It does nothing where the window is not one of X11's: Windows makes
// the turn of a wheel of a pinch.
func Pinches(w *shell.Window) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	w.RunNative(func(system any) {
		x11, ok := system.(driver.X11WindowContext)
		if !ok || x11.WindowHandle == 0 {
			return
		}
		go func() {
			// A user could not repair the reason why there are none, or no more.
			_ = xinput.Pinches(ctx, uint32(x11.WindowHandle), func(p xinput.Pinch) { w.Pinch(mapview.Pinch(p)) })
		}()
	})
	return cancel
}
