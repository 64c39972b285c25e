// SPDX-License-Identifier: MIT

// Package kit provides the widgets and layouts of the panels: buttons and lists that pass
// on keys they do not use, tables of facts, notices, plates on the map, and the theme. It
// imports no panel and no view model.
package kit
