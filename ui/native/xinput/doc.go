// SPDX-License-Identifier: MIT

// Package xinput reads touchpad pinches from an X server with version 2.4 of the X Input
// Extension, over a connection of its own.
//
// It implements the wire protocol itself, which takes five messages. The alternatives have
// drawbacks:
//
//   - Xlib ends the process when the server closes the connection. Its error handler is
//     global, shared with the toolkit and the desktop's dialogs.
//   - XCB adds two C libraries to the build.
//   - xgb, the X client for Go, assumes that every event is 32 bytes long. Events of
//     extensions are longer, so it loses its place in the stream at the first of them.
package xinput
