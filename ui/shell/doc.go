// Package shell is the window: it puts the panels together, and passes on what the user
// does in one of them to the others. Window routes; its parts own what is theirs:
// arrangement, which pane is where, records, what the inspector shows, mapPane, the map
// with all that lies on it, commands, what menus and keys do, opener and clipboard. View
// models and widgets belong to the UI goroutine; what takes time is a job (package job).
package shell
