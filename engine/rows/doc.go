// SPDX-License-Identifier: MIT

// Package rows is a filter for data engines: it reads rows of points and writes rows of
// results, in the formats that Spark, Hive, DuckDB and others exchange with programs.
//
// Terms:
//
//   - role: what an input column means, such as the latitude
//   - batch: some input rows, as they came
//   - group: the rows of one trip, which follow each other
//   - chunk: the output rows that are written together
//
// A trip is matched by a stream of package match, so that memory is bounded by its window
// and not by the length of the trip. A trip as a whole is kept only for [Trips] and
// [Stops], up to [MaxTripPoints].
//
// Borders of batches never change the output, not even its bytes: the sizes of chunks
// depend on the number of rows only.
package rows
