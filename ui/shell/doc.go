// SPDX-License-Identifier: MIT

// Package shell implements the main window. Window creates the panels and routes events
// between them; it has no rules of its own. Its parts hold the rest:
//
//   - arrangement: the layout of the panes and the panel in front
//   - inspectorPane: the record in the inspector
//   - mapPane: the map and its layers
//   - commands: the actions of the menu and the keys
//   - opener: the file dialogs that open and import
//   - clipboard: copying, in the background if it is slow
//   - statusBar, sidebar, panes: widgets
//
// A change of language or theme creates all widgets again, with the panels of trips, maps
// and server. These outlive it: the view models, units.Desk, pointer.Tools, pointer.Menu,
// export.Exports, and the map layers of the selected trip and of the shown record, which
// Window holds.
//
// View models and widgets belong to the UI goroutine. Slow work runs as a job (package
// job).
package shell
