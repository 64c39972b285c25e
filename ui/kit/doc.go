// Package kit holds the widgets and layouts that every panel is made of: buttons
// and lists that pass on the keys they have no use for, tables of facts, notices,
// plates on the map, and the theme. They import no panel and no view model.
package kit
