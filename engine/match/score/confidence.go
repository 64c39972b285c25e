// SPDX-License-Identifier: MIT

package score

import (
	"cmp"
	"math"
	"slices"
)

// Judged is an answer with its confidence and whether it was right.
type Judged struct {
	Confidence float64 // clamped to [0, 1]; NaN counts as 0
	Right      bool
}

func (j Judged) confidence() float64 {
	if math.IsNaN(j.Confidence) {
		return 0
	}
	return min(max(j.Confidence, 0), 1)
}

// Deciles is the number of confidence ranges used by Calibrate.
const Deciles = 10

// Decile summarises the answers whose confidence lies in one tenth of the range from 0
// to 1; 1 itself belongs to the last.
type Decile struct {
	Count      int
	Confidence float64 // mean confidence; 0 if there are no answers
	Right      float64 // fraction of right answers; 0 if there are no answers
}

// Calibrate returns the expected calibration error of the answers, in [0, 1], and the
// deciles it is computed from. The error is the mean, over all answers, of the
// difference between the mean confidence of their decile and its fraction of right
// answers (Naeini and others). 0 means that, for example, four of five answers with a
// confidence of 0.8 are right. It is 0 for no answers.
func Calibrate(answers []Judged) (ece float64, deciles [Deciles]Decile) {
	for _, a := range answers {
		c := a.confidence()
		d := &deciles[min(int(c*Deciles), Deciles-1)]
		d.Count++
		d.Confidence += c
		if a.Right {
			d.Right++
		}
	}
	for i := range deciles {
		d := &deciles[i]
		ece += math.Abs(d.Confidence - d.Right)
		d.Confidence = ratio(d.Confidence, float64(d.Count))
		d.Right = ratio(d.Right, float64(d.Count))
	}
	return ratio(ece, float64(len(answers))), deciles
}

// AUC returns the area under the ROC curve of the answers: the probability that a right
// answer has a greater confidence than a wrong one, ties counted by half (Hanley and
// McNeil). Confidences without information give 0.5. known is false unless there are
// both right and wrong answers.
func AUC(answers []Judged) (auc float64, known bool) {
	sorted := slices.Clone(answers)
	slices.SortFunc(sorted, func(a, b Judged) int { return cmp.Compare(a.confidence(), b.confidence()) })
	var right, wrong float64 // so far, from the least confidence upwards
	won := 0.0               // pairs in which the right answer has the greater confidence
	for i := 0; i < len(sorted); {
		var rightHere, wrongHere float64
		for c := sorted[i].confidence(); i < len(sorted) && sorted[i].confidence() == c; i++ {
			if sorted[i].Right {
				rightHere++
			} else {
				wrongHere++
			}
		}
		won += rightHere*wrong + rightHere*wrongHere/2
		right += rightHere
		wrong += wrongHere
	}
	if right == 0 || wrong == 0 {
		return 0, false
	}
	return won / (right * wrong), true
}
