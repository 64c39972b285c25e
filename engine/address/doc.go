// SPDX-License-Identifier: MIT

// Package address reads Vietnamese addresses and converts them from the units before July 2025 to
// those in force, and back.
//
// A text may name ward, district and province in any usual form: with or without marks, kinds and
// commas, abbreviated ("P. Bến Nghé, Q.1, TP.HCM"), in English, with old or new names, and with one
// typing error in a name. What is before the units, such as house number and street, is kept as it
// was written. A name right behind the house number that is also that of a ward, as in "5 Trần Hưng
// Đạo, Hoàn Kiếm", stays, too, and the answer is doubtful.
//
// A Converter never guesses. Where a former ward was divided, or a name stands for several units,
// it returns all candidates, and decides only with coordinates or a district that the text names.
package address
