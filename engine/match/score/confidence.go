package score

import (
	"cmp"
	"math"
	"slices"
)

// Judged is an answer with the probability that it gave itself of being right,
// and whether it was.
type Judged struct {
	Confidence float64 // held within [0, 1]; not a number counts as 0
	Right      bool
}

func (j Judged) confidence() float64 {
	if math.IsNaN(j.Confidence) {
		return 0
	}
	return min(max(j.Confidence, 0), 1)
}

// Deciles is the number of ranges that Calibrate sorts answers into.
const Deciles = 10

// Decile sums up the answers whose confidence lies in one tenth of the range
// from 0 to 1; 1 itself belongs to the last.
type Decile struct {
	Count      int
	Confidence float64 // mean of the answers'; 0 if there is none
	Right      float64 // fraction of the answers that were right; 0 if there is none
}

// Calibrate returns the expected calibration error of the answers, in [0, 1],
// and what it is computed from: the mean, over all answers, of how far the
// confidence of their decile is from the fraction right in it (Naeini and
// others). 0 means that of the answers that call themselves 80 % sure four of
// five are right. It is 0 for no answers.
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

// AUC returns the area under the ROC curve of the answers: the probability that
// one that was right has the greater confidence than one that was wrong, ties
// counted by half (Hanley and McNeil). 0.5 is what confidences that know nothing
// reach. Without a right and a wrong answer there is no such thing, and known is
// false.
func AUC(answers []Judged) (auc float64, known bool) {
	sorted := slices.Clone(answers)
	slices.SortFunc(sorted, func(a, b Judged) int { return cmp.Compare(a.confidence(), b.confidence()) })
	var right, wrong float64 // so far, from the least confidence upwards
	won := 0.0               // pairs in which the right one has the greater confidence
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
