// SPDX-License-Identifier: MIT

package match

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/road"
)

// allPairs is a simple reference for the bounded search: the cheapest routes from the
// start of every edge to the start of every other, by relaxing all turns of the graph
// until nothing changes.
type allPairs struct {
	g     *road.Graph
	rules road.Rules
	ends  [][2]float64 // directions in which each edge begins and ends (256ths of a full turn)
	ways  [][]way

	terminal *allPairs // for steps at the ends of a trip
}

// way holds the cost and the length of a route (metres).
type way struct{ cost, length float64 }

// rounding is the greatest difference of scores (nats), because the search rounds the
// price of each edge up to a centimetre.
const rounding = 0.02

// noWay is no route at all.
var noWay = way{math.Inf(1), math.Inf(1)}

func (w way) plus(v way) way { return way{w.cost + v.cost, w.length + v.length} }

func newAllPairs(g *road.Graph, rules road.Rules) *allPairs {
	a := &allPairs{g: g, rules: rules, ways: make([][]way, g.NumEdges())}
	for e := range road.EdgeID(g.NumEdges()) {
		line := g.AppendShape(nil, e, 0, g.Length(e.Link()))
		last := len(line) - 1
		a.ends = append(a.ends, [2]float64{
			math.Round(geo.Bearing(line[0], line[1]) * 256 / 360),
			math.Round(geo.Bearing(line[last-1], line[last]) * 256 / 360),
		})
	}
	for from := range a.ways {
		row := make([]way, g.NumEdges())
		for i := range row {
			row[i] = noWay
		}
		if a.open(road.EdgeID(from)) {
			row[from] = way{}
		}
		for changed := true; changed; {
			changed = false
			for e := range row {
				if row[e] == noWay {
					continue
				}
				for _, next := range g.Out(g.To(road.EdgeID(e))) {
					if v := row[e].plus(a.turn(road.EdgeID(e), next)); v.cost < row[next].cost {
						row[next], changed = v, true
					}
				}
			}
		}
		a.ways[from] = row
	}
	return a
}

func (a *allPairs) open(e road.EdgeID) bool { return a.g.Access(e)&a.rules.Access != 0 }

// allowed reports whether a traveller that may use next may make the turn.
func (a *allPairs) allowed(e, next road.EdgeID) bool {
	return a.open(next) && a.g.Access(next)&a.rules.Access&^a.g.BannedFor(e, next) != 0
}

// turn returns the way along e to its end and into next.
func (a *allPairs) turn(e, next road.EdgeID) way {
	if !a.allowed(e, next) {
		return noWay
	}
	w := a.part(e, a.g.Length(e.Link()))
	if next != e.Reverse() {
		w.cost += a.bend(e, next)
		return w
	}
	for _, other := range a.g.Out(a.g.To(e)) {
		if other != next && a.allowed(e, other) {
			w.cost += a.rules.UTurnPenalty
			return w
		}
	}
	w.cost += a.rules.DeadEndPenalty
	return w
}

// part returns the way along a part of e (metres).
func (a *allPairs) part(e road.EdgeID, length float64) way {
	return way{length * float64(a.rules.Prices[a.g.Class(e.Link())]) / 100, length}
}

// bend returns the penalty of the turn from e to next, from 0 at 18 to all of it at 50
// of 256 parts of a full turn.
func (a *allPairs) bend(e, next road.EdgeID) float64 {
	if len(a.g.Out(a.g.To(e))) < 3 {
		return 0
	}
	angle := math.Abs(math.Remainder(a.ends[next][0]-a.ends[e][1], 256))
	return a.rules.TurnPenalty * min(max((angle-18)/32, 0), 1)
}

// between returns the cheapest way from one position to another.
func (a *allPairs) between(p, q road.Position) way {
	if p.Edge == q.Edge && q.Offset >= p.Offset {
		return a.part(p.Edge, q.Offset-p.Offset)
	}
	best := noWay
	for _, next := range a.g.Out(a.g.To(p.Edge)) {
		if v := a.turn(p.Edge, next).plus(a.ways[next][q.Edge]); v.cost < best.cost {
			best = v
		}
	}
	return best.plus(a.part(p.Edge, -p.Offset)).plus(a.part(q.Edge, q.Offset))
}

// bruteForce returns the best score over all ways to choose at most one candidate per
// step, at least one in all, and to turn there or not, with at most outliers()
// consecutive steps skipped. If through is not nil, only the chains that leave a step
// from there count.
func bruteForce(w *workspace, judge *allPairs, steps int, through *candidate) float64 {
	best := math.Inf(-1)
	var extend func(last int, at *candidate, score float64, passed bool)
	extend = func(last int, at *candidate, score float64, passed bool) {
		passed = passed || at == through
		if left := steps - 1 - last; at != nil && passed {
			best = max(best, score+plainEnd(w, last, left))
		}
		for next := last + 1; next < steps; next++ {
			s := &w.steps[next]
			for i := s.first; i < s.end; i++ {
				c := &w.candidates[i]
				log := leftOut(w, next-last-1, 1)
				if at != nil {
					log = plainStep(w, judge, choice{step: last}, choice{step: next}, at, c)
				}
				log += c.emission
				if math.IsInf(log, -1) {
					continue
				}
				extend(next, c, score+log, passed)
				for j := s.first; j < s.end; j++ {
					if twin := &w.candidates[j]; twin.edge == c.edge.Reverse() && c.offset >= turnSigmas*s.sigma {
						extend(next, twin, score+log-w.model.edgeUTurnPenalty, passed)
					}
				}
			}
		}
	}
	extend(-1, nil, 0, through == nil)
	return best
}

// leftOut returns the log-probability of skipping that many steps in a row, as outliers
// or off the roads, and of leaving or returning to the roads that many times.
func leftOut(w *workspace, steps, times int) float64 {
	log := math.Inf(-1)
	if steps <= w.outliers() {
		log = -float64(steps) * w.model.outlierPenalty
	}
	if steps > w.model.maxOutliers {
		log = max(log, -float64(times)*w.model.offRoadPenalty-float64(steps)*w.model.offRoadStep)
	}
	return log
}

// plainStep returns the log-probability of going from one choice to another, on the
// roads or off.
func plainStep(w *workspace, judge *allPairs, a, b choice, c, d *candidate) float64 {
	log, left := math.Inf(-1), b.step-a.step-1
	if left <= w.outliers() {
		log = plainTransition(w, judge, &w.steps[a.step], &w.steps[b.step], c, d) - float64(left)*w.model.outlierPenalty
	}
	if left > w.model.maxOutliers {
		log = max(log, leftOut(w, left, 2))
	}
	if w.offRoad[a.step+1].breaks {
		log = max(log, -w.model.offRoadPenalty-plainBreak(w, a.step+1)-float64(left)*w.model.offRoadStep)
	}
	return log
}

// plainEnd returns the log-probability of skipping all steps after the last chosen one.
func plainEnd(w *workspace, last, left int) float64 {
	log := leftOut(w, left, 1)
	if left > 0 && w.offRoad[last+1].breaks {
		log = max(log, -plainBreak(w, last+1)-float64(left)*w.model.offRoadStep)
	}
	return log
}

// plainBreak returns the cost of leaving the roads at a break before step t of a search
// of all steps.
func plainBreak(w *workspace, t int) float64 {
	if t <= 2 || len(w.steps)-t <= 2 {
		return w.model.endBreakPenalty - w.model.offRoadPenalty
	}
	return w.model.offRoadPenalty
}

// plainTransition is a second implementation of the transition distribution.
func plainTransition(w *workspace, judge *allPairs, a, b *step, c, d *candidate) float64 {
	straight := geo.Distance(a.at, b.at)
	terminal := len(w.steps) >= 5 && (a == &w.steps[0] || b == &w.steps[len(w.steps)-1])
	if terminal {
		judge = judge.terminal
	}
	route := judge.between(c.position(), d.position())
	if route.cost > straight*w.model.maxDetour+w.model.detourBase {
		return math.Inf(-1)
	}
	far := max(straight, 1.5*(a.usual+b.usual)/2)
	beta := w.model.betaBase + w.model.betaPerSigma*(a.sigma+b.sigma)/2 +
		w.model.betaPerMetre*far + w.model.sparseBeta*min(max(far-w.model.sparse, 0)/w.model.sparseRamp, 1)
	if terminal {
		beta *= w.model.endBeta
	}
	nats := math.Abs(route.length-straight)/beta + (route.cost-route.length)/beta
	model := w.model
	likely := model.detourNats * (2 - min((straight-model.sparse)/model.sparseRamp, 1))
	if straight >= model.sparse && nats > likely {
		nats = likely + (nats-likely)/5
	}
	return -nats
}

// exactModel is the model without any pruning, small enough to enumerate, and
// without the one rule that looks back more than a step: standing.
func exactModel() model {
	c := newModel(DefaultConfig())
	c.beam, c.reach, c.outlierSlack = math.MaxFloat64, math.MaxFloat64, math.Inf(1)
	c.maxLinks, c.maxOutliers = 2, 1
	c.longStepSources = 1000
	c.backwardSigmas = 0
	c.edgeUTurnPenalty = 4 // so low that it is often the best
	c.sparse = math.Inf(1) // no step is
	return c
}

func testWorkspace(g *road.Graph, c model) *workspace {
	return newWorkspace(g, c)
}

// sparseModel is exactModel with the rules of sparse trips for all steps.
func sparseModel() model {
	c := exactModel()
	c.sparse, c.sparseTurn = 0, 0
	c.detourNats = 1 // so low that most detours are longer
	return c
}

// modelOf returns exactModel for even seeds and sparseModel for odd ones.
func modelOf(seed uint64) model {
	if seed%2 == 0 {
		return exactModel()
	}
	return sparseModel()
}

// judgeOf returns the reference for the search of w on g.
func judgeOf(w *workspace, g *road.Graph) *allPairs {
	sparse := w.model.sparse == 0
	rules := rulesFor(MotorVehicle, w.model, w.pricesFor(MotorVehicle, sparse), road.Anyone)
	judge := newAllPairs(g, rules)
	rules.UTurnPenalty *= w.model.endBeta
	rules.DeadEndPenalty *= w.model.endBeta
	judge.terminal = newAllPairs(g, rules)
	return judge
}

// shortSearch finds the best chain of a random trip of five fixes through a small town,
// and returns its reference and its last step. The trip has no steps without a road
// nearby.
func shortSearch(t *testing.T, town uint64, random *rand.Rand) (w *workspace, judge *allPairs, last int) {
	t.Helper()
	g, _ := roadtest.Build(t, roadtest.City(4, town))
	w = testWorkspace(g, modelOf(town))
	judge = judgeOf(w, g)
	obs := Path(randomTrip(random, g.Bounds(), 5))
	for i := range obs {
		obs[i].Accuracy = 10
	}
	prepareSearch(t, w, obs)
	if len(w.steps) == 0 {
		return w, judge, 0
	}
	last, _, err := w.chain(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	w.backtrack(0, last)
	return w, judge, last
}

// TestViterbiAgreesWithBruteForce enumerates every chain on small random towns. It
// compares the best with the result of the search, and the score of the returned chain
// with its stated score.
func TestViterbiAgreesWithBruteForce(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		w, judge, last := shortSearch(t, seed, rand.New(rand.NewPCG(seed, 77)))
		if len(w.steps) == 0 {
			continue
		}
		want := bruteForce(w, judge, last+1, nil)
		if got := chainScore(w, judge, last); math.Abs(got-want) > rounding {
			t.Errorf("seed %d: the chain found scores %.6f, the best %.6f", seed, got, want)
		}
	}
}

// TestBestThroughEachCandidate compares the explanation of each candidate of a step
// with the best of all chains that leave the step from there.
func TestBestThroughEachCandidate(t *testing.T) {
	t.Parallel()
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 78))
		w, judge, last := shortSearch(t, seed, random)
		if len(w.steps) == 0 {
			continue
		}
		w.posteriors(0, last)
		best := bruteForce(w, judge, last+1, nil)
		s := &w.steps[random.IntN(last+1)]
		w.question = &question{index: w.fixes[s.fix].index}
		w.answer(0, last)
		for _, got := range w.question.answer.Candidates {
			for i := s.first; i < s.end; i++ {
				c := &w.candidates[i]
				if w.graph.WayID(c.edge.Link()) != got.WayID || c.edge.Backward() == got.Forward || c.at != got.Location {
					continue
				}
				want := best - bruteForce(w, judge, last+1, c)
				if math.IsInf(want, 1) != math.IsInf(got.Behind, 1) || math.Abs(got.Behind-want) > rounding {
					t.Errorf("seed %d: %+v is %g behind, the best of all %g", seed, got, got.Behind, want)
				}
			}
		}
	}
}

func prepareSearch(t *testing.T, w *workspace, obs []Observation) {
	t.Helper()
	w.begin(handover{effort: w.model.effort}, true, MotorVehicle)
	w.prepare(obs)
	w.estimateNoise()
	w.reduce()
	if err := w.findCandidates(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// chainScore computes the score of w.choices with the reference.
func chainScore(w *workspace, judge *allPairs, last int) float64 {
	score := leftOut(w, w.choices[0].step, 1)
	for k, b := range w.choices {
		d := &w.candidates[b.candidate]
		switch {
		case k == 0:
			score += d.emission
		case w.choices[k-1].step == b.step:
			score -= w.model.edgeUTurnPenalty
		default:
			a := w.choices[k-1]
			score += d.emission + plainStep(w, judge, a, b, &w.candidates[a.candidate], d)
		}
	}
	end := w.choices[len(w.choices)-1].step
	return score + plainEnd(w, end, last-end)
}

// randomTrip returns points of a random walk within bounds.
func randomTrip(random *rand.Rand, b geo.Bounds, n int) []geo.Point {
	plane := geo.NewPlane(b.Center())
	lo, hi := plane.XY(geo.Point{Lat: b.South, Lon: b.West}), plane.XY(geo.Point{Lat: b.North, Lon: b.East})
	at := geo.XY{X: lo.X + random.Float64()*(hi.X-lo.X), Y: lo.Y + random.Float64()*(hi.Y-lo.Y)}
	points := make([]geo.Point, n)
	for i := range points {
		points[i] = plane.Point(at)
		at.X = min(max(at.X+random.NormFloat64()*60, lo.X), hi.X)
		at.Y = min(max(at.Y+random.NormFloat64()*60, lo.Y), hi.Y)
	}
	return points
}

// TestBoundedSearchAgreesWithAllPairs compares every arc of the search with the
// reference, none missing and none too many.
func TestBoundedSearchAgreesWithAllPairs(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		g, _ := roadtest.Build(t, roadtest.City(5, seed))
		c := modelOf(seed)
		c.maxLinks = 6
		w := testWorkspace(g, c)
		judge := judgeOf(w, g)
		prepareSearch(t, w, Path(randomTrip(rand.New(rand.NewPCG(seed, 5)), g.Bounds(), 12)))
		if len(w.steps) < 2 {
			continue
		}
		if _, _, err := w.chain(context.Background(), 0); err != nil {
			t.Fatal(err)
		}
		found := map[[2]int32]float64{}
		for _, r := range w.arcs {
			found[[2]int32{r.from, r.to}] = r.weight
		}
		for i := 1; i < len(w.steps); i++ {
			a, b := &w.steps[i-1], &w.steps[i]
			for from := a.first; from < a.end; from++ {
				for to := b.first; to < b.end; to++ {
					c, d := &w.candidates[from], &w.candidates[to]
					want := plainTransition(w, judge, a, b, c, d)
					got, exists := found[[2]int32{int32(from), int32(to)}]
					reached := !math.IsInf(c.score, -1)
					if exists != (reached && !math.IsInf(want, -1)) || exists && math.Abs(got-want) > rounding {
						t.Fatalf("seed %d, step %d: %v to %v: arc %v %g, plain %g", seed, i, c.position(), d.position(), exists, got, want)
					}
				}
			}
		}
	}
}

// TestPruningKeepsTheBest compares the default beam with one that prunes nothing, on
// drives along random roads: at most one in fifteen may differ. Of 600, 37 do.
func TestPruningKeepsTheBest(t *testing.T) {
	t.Parallel()
	changed, trips := 0, 100
	for seed := range uint64(trips) {
		g, _ := roadtest.Build(t, roadtest.City(8, seed))
		obs := Path(randomDrive(rand.New(rand.NewPCG(seed, 9)), g, 30, 60, 15))
		for i := range obs {
			obs[i].Accuracy = 15
		}
		exact := newModel(DefaultConfig())
		exact.beam, exact.reach = math.MaxFloat64, math.MaxFloat64
		var ways [2][]WayPiece
		for i, c := range []model{newModel(DefaultConfig()), exact} {
			w := testWorkspace(g, c)
			matchWhole(t, w, obs)
			for _, leg := range w.legs {
				ways[i] = append(ways[i], leg.Ways...)
			}
		}
		if !equalWays(ways[0], ways[1]) {
			changed++
		}
	}
	if changed*15 > trips {
		t.Errorf("pruning changed %d of %d trips", changed, trips)
	}
}

// randomDrive returns up to n noisy points of a drive along random edges that
// does not turn back.
func randomDrive(random *rand.Rand, g *road.Graph, n int, every, sigma float64) []geo.Point {
	e := road.EdgeID(random.IntN(g.NumEdges()))
	var line []geo.Point
	for range n {
		line = g.AppendShape(line, e, 0, g.Length(e.Link()))
		var next []road.EdgeID
		for _, f := range g.Out(g.To(e)) {
			if f != e.Reverse() && g.Access(f)&road.AnyMotor != 0 && !g.Banned(e, f) {
				next = append(next, f)
			}
		}
		if len(next) == 0 {
			break
		}
		e = next[random.IntN(len(next))]
	}
	var points []geo.Point
	rest := 0.0
	for i := 1; i < len(line) && len(points) < n; i++ {
		length := geo.Distance(line[i-1], line[i])
		for ; rest < length; rest += every {
			plane := geo.NewPlane(geo.Lerp(line[i-1], line[i], rest/length))
			points = append(points, plane.Point(geo.XY{X: random.NormFloat64() * sigma, Y: random.NormFloat64() * sigma}))
		}
		rest -= length
	}
	return points
}

func equalWays(a, b []WayPiece) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].WayID != b[i].WayID || a[i].Forward != b[i].Forward {
			return false
		}
	}
	return true
}

// TestPosteriorsSumToOne checks that the probability of passing step t, on the roads or
// off, is one at every step.
func TestPosteriorsSumToOne(t *testing.T) {
	for seed := range uint64(30) {
		g, _ := roadtest.Build(t, roadtest.City(5, seed))
		c := exactModel()
		c.maxOutliers = 0
		c.maxLinks = 5
		w := testWorkspace(g, c)
		prepareSearch(t, w, Path(randomTrip(rand.New(rand.NewPCG(seed, 3)), g.Bounds(), 8)))
		if len(w.steps) < 2 {
			continue
		}
		last, _, err := w.chain(context.Background(), 0)
		if err != nil {
			t.Fatal(err)
		}
		w.posteriors(0, last)
		for s := 0; s <= last; s++ {
			sum := math.Exp(passedOff(w, s) + w.offRoad[s+1].beta - w.total)
			for i := w.steps[s].first; i < w.steps[s].end; i++ {
				sum += math.Exp(w.candidates[i].alpha + w.candidates[i].beta - w.total)
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Errorf("seed %d: step %d has probability %g", seed, s, sum)
			}
		}
	}
}

// passedOff returns the log-probability of all chains that are off the roads at step s,
// of a search in which such a part has at least one step.
func passedOff(w *workspace, s int) float64 {
	if s == 0 {
		return -w.model.offRoadStep
	}
	log := w.offRoad[s].alpha
	for i := w.steps[s-1].first; i < w.steps[s-1].end; i++ {
		if !w.offRoad[s].breaks { // else these are among them
			log = logAdd(log, w.candidates[i].alpha-w.model.offRoadPenalty)
		}
	}
	return log - w.model.offRoadStep
}
