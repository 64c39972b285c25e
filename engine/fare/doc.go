// SPDX-License-Identifier: MIT

// Package fare computes what a trip costs by a tariff, line by line, and says which of its
// kilometres were measured, inferred and excluded.
//
// Measure reduces a matched trip to a Usage of whole metres and seconds, and Tariff.Sheet
// prices it. Money is counted in exact fractions of a dong and rounded once, so that the same
// trip costs the same however a tariff is written down.
package fare
