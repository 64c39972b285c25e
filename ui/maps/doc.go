// SPDX-License-Identifier: MIT

// Package maps implements the panel of the installed map and of the borders over it. It
// opens, imports and closes them, and shows the report of an import. Model does the work,
// Panel shows the model, and Finds marks the findings of a report on the map.
package maps
