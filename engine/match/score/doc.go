// SPDX-License-Identifier: MIT

// Package score measures how well a match agrees with the truth. There are three
// measures:
//
//   - route.go compares routes on one network, vertex by vertex, by length: the
//     fraction correct of Dahmen and others, and the error of Newson and Krumm.
//     subsequence.go finds the common part of two routes, vertices.go their common
//     vertices.
//   - mismatch.go compares lines that need not have vertices in common, by samples
//     every two metres: Newson and Krumm's route mismatch, without the ends, where
//     the truth depends on noise.
//   - confidence.go compares stated probabilities with the outcomes: how well they
//     are calibrated, and how well they separate right from wrong.
//
// All measures take order and direction of travel into account.
//
// Sources:
//
//   - P. Newson and J. Krumm, Hidden Markov Map Matching Through Noise and
//     Sparseness, ACM SIGSPATIAL 2009, doi 10.1145/1653771.1653818.
//   - Dahmen and others, Transactions in GIS, doi 10.1111/tgis.13107.
//   - M. P. Naeini, G. F. Cooper and M. Hauskrecht, Obtaining Well Calibrated
//     Probabilities Using Bayesian Binning, AAAI 2015.
//   - J. A. Hanley and B. J. McNeil, The Meaning and Use of the Area under a
//     Receiver Operating Characteristic (ROC) Curve, Radiology 143, 1982.
package score
