// Package present holds the view models: what each panel shows and does, without
// widgets. The UI goroutine owns them; the window shows their states and calls
// their methods.
package present
