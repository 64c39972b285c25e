// Package score says how well a match agrees with the truth.
//
// There is no one number for that, so there are three measures, each in a file
// of its own:
//
//   - route.go compares routes on one network, vertex by vertex, by length:
//     the fraction correct of Dahmen and others, and the error of Newson and
//     Krumm. subsequence.go finds what the two routes share, vertices.go which
//     of their vertices are the same.
//   - mismatch.go compares lines that need not have their vertices in common,
//     by samples every two metres: Newson and Krumm's route mismatch once more,
//     with the ends left out, where the truth is a matter of noise.
//   - confidence.go judges stated probabilities by what came true: whether they
//     say how often they are right, and whether they tell right from wrong.
//
// Order and direction of travel count in all of them.
//
// The sources:
//
//   - P. Newson and J. Krumm, Hidden Markov Map Matching Through Noise and
//     Sparseness, ACM SIGSPATIAL 2009, doi 10.1145/1653771.1653818.
//   - Dahmen and others, Transactions in GIS, doi 10.1111/tgis.13107.
//   - M. P. Naeini, G. F. Cooper and M. Hauskrecht, Obtaining Well Calibrated
//     Probabilities Using Bayesian Binning, AAAI 2015.
//   - J. A. Hanley and B. J. McNeil, The Meaning and Use of the Area under a
//     Receiver Operating Characteristic (ROC) Curve, Radiology 143, 1982.
package score
