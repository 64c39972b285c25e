// Package units is the panel of the provinces and wards: tree, table, search and
// checks, the record of a unit, and what the map shows of it. Model reads what the
// borders say in the background; the panel shows the model.
package units
