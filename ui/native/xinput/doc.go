// Package xinput reads pinches on a touchpad from an X server, by version 2.4 of the
// X Input Extension, over a connection of its own.
//
// It speaks the wire protocol itself, which takes five messages. Xlib would end the
// whole process when the server goes away, and has one handler of errors for all
// that use it, the toolkit and the desktop's dialogs among them; XCB would be two
// more C libraries to build with; and the X client for Go, xgb, takes every event
// for 32 bytes long, which those of extensions are not, and loses its place in the
// stream at the first of them.
package xinput
