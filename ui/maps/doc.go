// Package maps is the panel of the installed map and the borders over it: opening,
// importing and closing them, and the record of what an import found. Model does
// the work, Panel shows the model, and Finds marks on the map what a record is about.
package maps
