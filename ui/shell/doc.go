// Package shell is the window. Window puts the panels together and routes between them;
// it has no rules of its own. Its parts own the rest:
//
//   - arrangement: which pane is where, and which panel is in front
//   - inspectorPane: which record the inspector shows
//   - mapPane: the map with all that lies on it
//   - commands: what the menu and the keys do
//   - opener: the questions for files
//   - clipboard: texts for the clipboard that take their time
//   - statusBar, sidebar, panes: their widgets
//
// Widgets are made again when the language or the theme changes, and the panels of trips,
// maps and server with them. What has to outlive them stays: the view models,
// units.Desk, pointer.Tools and pointer.Menu, export.Exports, and in Window what the map
// shows of a trip and of a record.
//
// View models and widgets belong to the UI goroutine. What takes time is a job (package
// job).
package shell
