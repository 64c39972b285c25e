// SPDX-License-Identifier: MIT

package trips

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"roadsnap/engine/match"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// stageIcon returns the icon of a trip's verdict, or of the work on it.
func stageIcon(t *Trip) fyne.Resource {
	switch {
	case t.Stage == Failed && !t.Reviewed:
		return theme.NewErrorThemedResource(theme.CancelIcon())
	case t.Stage == Cancelled:
		return theme.NewColoredResource(theme.MediaStopIcon(), theme.ColorNamePlaceHolder)
	case t.busy() && !t.HasSummary:
		return theme.NewColoredResource(theme.MoreHorizontalIcon(), theme.ColorNamePlaceHolder)
	case t.busy():
		return theme.NewColoredResource(theme.ViewRefreshIcon(), theme.ColorNamePlaceHolder)
	case t.ToReview():
		return theme.NewWarningThemedResource(theme.WarningIcon())
	default:
		return theme.NewColoredResource(theme.ConfirmIcon(), theme.ColorNamePlaceHolder)
	}
}

// stageText returns one line on the state of a trip.
func stageText(words text.Catalogue, s State, t *Trip) string {
	switch t.Stage {
	case Reading:
		if t.Share > 0 {
			return words.T("trips.reading.share", "percent", words.Number(100*min(t.Share, 1), 0))
		}
		return words.T("trips.reading")
	case Matching:
		if t.Stale {
			return words.T("trips.stale")
		}
		return words.T("trips.matching")
	case Failed:
		return words.T(t.Problem.Sentence)
	case Cancelled:
		return words.T("trips.cancelled")
	case Done:
	}
	var parts []string
	if tags := tagText(s.Saved, t.Tags); tags != "" {
		parts = append(parts, tags)
	}
	if len(t.Corrected) > 0 {
		parts = append(parts, words.T("trips.corrected"))
	}
	if reason, unexplained := t.MainReason(); unexplained {
		why := reasonText(words, reason)
		if t.Reviewed {
			why = words.T("trips.reviewed", "reason", why)
		}
		return strings.Join(append(parts, why), " · ")
	}
	if t.First.IsZero() {
		return strings.Join(append(parts, words.T("trips.points", "n", words.Count(t.Count))), " · ")
	}
	parts = append(parts, timesText(words, t, s.Filter.Group == ByDay), words.Duration(t.Summary.Driving))
	if n := t.Summary.Stops; n > 0 {
		parts = append(parts, words.T("trips.stops", "n", words.Count(n)))
	}
	return strings.Join(parts, " · ")
}

// timesText returns the start and the end of a trip, with the days if they differ. Under the
// header of its day, that day is left out.
func timesText(words text.Catalogue, t *Trip, underDay bool) string {
	from, to := t.First.In(text.Vietnam), t.Last.In(text.Vietnam)
	switch sameDay := words.Day(from) == words.Day(to); {
	case sameDay && underDay:
		return from.Format("15:04") + "–" + to.Format("15:04")
	case sameDay:
		return words.Day(from) + " " + from.Format("15:04") + "–" + to.Format("15:04")
	}
	until := " – " + words.Day(to) + " " + to.Format("15:04")
	if underDay {
		return from.Format("15:04") + until
	}
	return words.Day(from) + " " + from.Format("15:04") + until
}

// tagText returns the tags of a trip, by name or number.
func tagText(saved Saved, tags workspace.Tags) string {
	var list []string
	for n := 1; n <= MaxTag; n++ {
		if tags.Has(n) {
			list = append(list, saved.TagName(n))
		}
	}
	return strings.Join(list, " ")
}

// reasonTexts returns all reasons why a trip is unexplained.
func reasonTexts(words text.Catalogue, t *Trip) (list []string) {
	if t.Stage == Failed {
		return []string{words.T(t.Problem.Sentence)}
	}
	for _, r := range t.Assessment.Reasons {
		list = append(list, reasonText(words, r))
	}
	return list
}

// reasonText returns a reason why a part of a trip is unexplained, with its amount.
func reasonText(words text.Catalogue, r trip.Reason) string {
	switch r.Kind {
	case trip.Truncated:
		return words.T("trip.reason.truncated")
	case trip.Damaged:
		return words.T("trip.reason.damaged", "n", words.Count(int(r.Amount)))
	case trip.NoPositions:
		return words.T("trip.reason.no_positions")
	case trip.OnePosition:
		return words.T("trip.reason.one_position")
	case trip.MixedVehicles:
		return words.T("trip.reason.mixed_vehicles")
	case trip.WrongDate:
		return words.T("trip.reason.wrong_date", "percent", words.Number(100*r.Amount, 0))
	case trip.OffMap: // all of the trip
		return words.T("trips.no_road")
	case trip.Inferred:
		return words.T("trip.reason.inferred", "length", words.Distance(r.Amount))
	case trip.Astray:
		return words.T("trip.reason.astray", "length", words.Distance(r.Amount))
	case trip.LowConfidence:
		return words.T("trip.reason.low_confidence", "length", words.Distance(r.Amount))
	case trip.WrongWay:
		return words.T("trip.reason.wrong_way", "n", words.Count(int(r.Amount)))
	case trip.MissingTimes:
		return words.T("trip.reason.missing_times", "percent", words.Number(100*r.Amount, 0))
	case trip.ClockJump:
		return words.T("trip.reason.clock_jump", "percent", words.Number(100*r.Amount, 0))
	case trip.DeviceDistance:
		return words.T("trip.reason.device_distance", "length", words.Distance(r.Amount))
	case trip.Unexplained:
		return words.T("trip.reason.unexplained", "length", words.Distance(r.Amount))
	case trip.LongGap:
		return words.T("trip.reason.long_gap", "length", words.Distance(r.Amount))
	case reasonOverlap:
		return words.T("trip.reason.overlap", "n", words.Count(int(r.Amount)))
	case trip.GapTime:
		return words.T("trip.reason.gap_time", "time", words.Duration(time.Duration(r.Amount*float64(time.Second))))
	case trip.LeftOut:
		return words.T("trip.reason.left_out", "percent", words.Number(100*r.Amount, 0))
	default:
		return words.T("trip.reason.gap", "length", words.Distance(r.Amount), "cause", words.GapCause(match.GapCause(r.Kind)))
	}
}

// groupName returns the name of a group of the list.
func (p *Panel) groupName(g *Group) string {
	switch {
	case g.Key == "" && p.state.Filter.Group != ByDay:
		return p.words.T(noGroupKeys[p.state.Filter.Group])
	case p.state.Filter.Group != ByDay:
		return g.Name
	case g.Key == "":
		return p.words.T("trips.group.no_day")
	default:
		return p.words.T(weekdays[g.Day.Weekday()]) + " " + p.words.Day(g.Day)
	}
}

// noGroupKeys holds the keys of the groups of trips that have no vehicle and so on.
var noGroupKeys = map[Grouping]string{
	ByVehicle: "trips.group.no_vehicle", OfDriver: "trips.group.no_driver", OfTeam: "trips.group.no_team",
}

// weekdays holds the keys of the days' names, from Sunday.
var weekdays = [7]string{
	"weekday.sunday", "weekday.monday", "weekday.tuesday", "weekday.wednesday", "weekday.thursday", "weekday.friday", "weekday.saturday",
}

// periodKeys and verdictKeys hold the keys of the choices of a filter.
var (
	periodKeys = map[Period]string{
		AllDays: "trips.verdict.all", Today: "trips.period.today", Yesterday: "trips.period.yesterday",
		LastWeek: "trips.period.week", BetweenDays: "trips.period.days",
	}
	verdictKeys = map[VerdictFilter]string{
		AnyVerdict: "trips.verdict.all", OnlyToReview: "trips.verdict.review", OnlyUnexplained: "trips.verdict.unexplained",
		OnlyExplained: "trips.verdict.explained", OnlyFailed: "trips.verdict.failed",
	}
)

// The ranks of totals: those that matter less are left out first.
const (
	rankReview = iota
	rankTrips
	rankLength
	rankDriving
	rankStops
)

// totals returns the sums of trips, as the parts of one line. key is that of the number of
// trips.
func totals(words text.Catalogue, key string, sum Totals) []kit.Part {
	parts := []kit.Part{{Text: words.T(key, "n", words.Count(sum.Trips)), Rank: rankTrips}}
	if sum.Review > 0 {
		parts = append(parts, kit.Part{Text: words.T("trips.total.review", "n", words.Count(sum.Review)), Rank: rankReview})
	}
	if sum.Driving > 0 {
		parts = append(parts, kit.Part{Text: words.T("trips.total.driving", "time", words.Duration(sum.Driving)), Rank: rankDriving})
	}
	if sum.Stops > 0 {
		parts = append(parts, kit.Part{Text: words.T("trips.stops", "n", words.Count(sum.Stops)), Rank: rankStops})
	}
	return parts
}

// verdictText returns the verdict on a trip in a few words, with its main reason.
func verdictText(words text.Catalogue, t *Trip) string {
	switch {
	case t.Stage == Failed:
		return words.T("trips.verdict.failed")
	case !t.HasSummary || t.busy():
		return stageText(words, State{}, t)
	}
	reason, unexplained := t.MainReason()
	switch {
	case !unexplained:
		return words.T("trips.verdict.explained")
	case t.Reviewed:
		return words.T("trips.reviewed", "reason", reasonText(words, reason))
	default:
		return reasonText(words, reason)
	}
}

// originText says which trips a trip was made of, "" for one as its file has it. file is
// the name of that.
func originText(words text.Catalogue, o Origin, file string) string {
	switch {
	case o.Merged > 0:
		return words.T("trips.origin.merged", "n", words.Count(o.Merged))
	case o.Dropped > 0:
		return words.T("trips.origin.dropped", "n", words.Count(o.Dropped), "file", file)
	case o.Of > 0:
		return words.T("trips.origin.part", "part", words.Count(o.Part), "of", words.Count(o.Of), "file", file)
	default:
		return ""
	}
}
