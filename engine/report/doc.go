// SPDX-License-Identifier: MIT

// Package report makes the reports of a transport company from its matched trips: the forms
// that regulation asks of tracked vehicles, driving hours, the figures of the fleet, and the
// sheet that shows what the distance of a trip rests on.
//
// NewFacts reduces a trip to what reports need, Build makes a Document of the facts of many
// trips. A Document holds typed cells in the language of the reader and knows no file format;
// package reportfile writes it. Every rule that a report applies is printed in it, and what
// cannot be decided (a gap in a drive, two drivers at one time) stands in its notes.
//
// Days begin at midnight in Vietnam, weeks on Monday.
package report
