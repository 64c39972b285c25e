// SPDX-License-Identifier: MIT

// Package choropleth joins a table to provinces or wards and draws the values as a map of
// classes.
//
// # Joining
//
// Join finds the unit of each row by a code or by a name. A code may lack its leading zeros, and
// may be a former one that leads to a single present unit. A name may lack its marks and its
// kind. It is looked for among the present units first, then among the former ones, then with
// one typing error. Names of wards are rarely unique, so a column of provinces should be given.
// A row whose name or code stands for several units is ambiguous, and none is chosen.
//
// Where several rows are for one unit, Several says which value counts.
//
// # Classes
//
// A class contains its lower edge and not its upper one; the last class contains both. Equal
// values are never divided between classes.
//
//   - Quantiles: classes with about as many units each.
//   - EqualSteps: classes of the same width.
//   - NaturalBreaks: the classes with the smallest sum of squared differences from their means
//     (Jenks). The optimum is exact (Wang and Song, "Ckmeans.1d.dp", 2011).
//
// Rounded edges are the shortest decimal numbers that leave every value in its class; those of
// equal steps are multiples of 1, 2, 2.5 or 5 times a power of ten instead.
//
// # Colours
//
// Ramps run through OKLab (Ottosson, "A perceptual color space for image processing", 2020),
// with steps of equal lightness. So neighbouring classes differ as much for people who do not
// distinguish red from green.
package choropleth
