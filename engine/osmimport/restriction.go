// SPDX-License-Identifier: MIT

package osmimport

import (
	"strings"

	"github.com/paulmach/osm"

	"roadsnap/engine/road"
)

// restriction is a turn restriction at a node or over ways.
type restriction struct {
	access   road.Access // the means of travel that it restricts
	from, to int64       // ways
	node     int64       // meaningful without via
	via      []int64     // ways, nil for a restriction at a node
	only     bool        // the turn is the only one allowed, rather than forbidden
	hours    string      // the condition under which it holds; always if empty
}

// restrictionFate classifies a relation as a turn restriction.
type restrictionFate uint8

const (
	restrictionUsed restrictionFate = iota
	restrictionTimed
	restrictionForOthers // coaches, trailers
	restrictionMalformed
)

// restrictionKeys lists the tags of turn restrictions and the vehicles that each
// restricts, from general to specific. The most specific tag decides.
var restrictionKeys = []struct {
	key    string
	access road.Access
}{
	{"restriction", road.AnyVehicle},
	{"restriction:vehicle", road.AnyVehicle},
	{"restriction:motor_vehicle", road.AnyMotor},
	{"restriction:motorcar", road.Car},
	{"restriction:motorcycle", road.Motorcycle},
	{"restriction:bicycle", road.Bicycle},
	{"restriction:hgv", road.Truck},
	{"restriction:psv", road.Bus},
	{"restriction:bus", road.Bus},
}

// exceptions maps the values of except tags to the vehicles that they exempt.
var exceptions = map[string]road.Access{
	"vehicle": road.AnyVehicle, "motor_vehicle": road.AnyMotor,
	"motorcar": road.Car, "motorcycle": road.Motorcycle, "bicycle": road.Bicycle,
	"hgv": road.Truck, "psv": road.Bus, "bus": road.Bus,
}

// restrictionsOf returns the turn restrictions of a relation. Usually it is one. It
// is several if the tags differ by vehicle, or if no_entry has several from members
// or no_exit several to members. Several via members that are ways are one restriction.
func restrictionsOf(r *relation) ([]restriction, restrictionFate) {
	rules, fate := restrictionRules(r.tags)
	if len(rules) == 0 {
		return nil, fate
	}
	var from, to []int64
	node, nodes := int64(0), 0
	var via []int64
	for _, m := range r.members {
		switch {
		case m.role == "from" && m.kind == osm.TypeWay:
			from = append(from, m.id)
		case m.role == "to" && m.kind == osm.TypeWay:
			to = append(to, m.id)
		case m.role == "via" && m.kind == osm.TypeNode:
			node, nodes = m.id, nodes+1
		case m.role == "via" && m.kind == osm.TypeWay:
			via = append(via, m.id)
		}
	}
	switch {
	case via == nil && nodes != 1 || len(via) > maxVias || !plausibleEnds(len(from), len(to), rules):
		return nil, restrictionMalformed
	case via != nil && fate == restrictionTimed:
		return nil, fate
	}
	if via != nil {
		node = 0 // the ways say where it is
	}
	var all []restriction
	for _, rule := range rules {
		for _, f := range from {
			for _, t := range to {
				all = append(all, restriction{access: rule.access, from: f, to: t, node: node, via: via, only: rule.only, hours: rule.hours})
			}
		}
	}
	return all, fate
}

// maxVias is the greatest number of ways that a restriction leads over. Real ones have
// three or four.
const maxVias = 16

// plausibleEnds reports whether a restriction may have the given numbers of from and
// to members: one of each, or several from for no_entry, or several to for no_exit.
func plausibleEnds(from, to int, rules []turnRule) bool {
	const most = 16 // more do not meet in any node, and the product must stay small
	if from < 1 || to < 1 || from > most || to > most {
		return false
	}
	for _, rule := range rules {
		if from > 1 && rule.value != "no_entry" || to > 1 && rule.value != "no_exit" {
			return false
		}
	}
	return true
}

type turnRule struct {
	access road.Access
	value  string
	only   bool
	hours  string
}

// restrictionRules parses the tags of a turn restriction.
func restrictionRules(tags osm.Tags) ([]turnRule, restrictionFate) {
	if tags.Find("hour_on") != "" || tags.Find("day_on") != "" {
		// A trace may be of any hour.
		return nil, restrictionTimed
	}
	var byMeans [len(boundMeans)]turnRule
	said := false
	for _, k := range restrictionKeys {
		value := tags.Find(k.key)
		if value == "" {
			continue
		}
		said = true
		no, only := strings.HasPrefix(value, "no_"), strings.HasPrefix(value, "only_")
		if !no && !only {
			return nil, restrictionMalformed
		}
		for i, a := range boundMeans {
			if k.access&a != 0 {
				byMeans[i] = turnRule{access: a, value: value, only: only}
			}
		}
	}
	excepted := road.Access(0)
	for part := range strings.SplitSeq(tags.Find("except"), ";") {
		excepted |= exceptions[strings.TrimSpace(part)]
	}
	var rules []turnRule
	for _, rule := range byMeans {
		if rule.access == 0 || rule.access&excepted != 0 {
			continue
		}
		if n := len(rules); n > 0 && rules[n-1].value == rule.value {
			rules[n-1].access |= rule.access
			continue
		}
		rules = append(rules, rule)
	}
	switch {
	case len(rules) > 0:
		return rules, restrictionUsed
	case !said && hasTimedRestriction(tags):
		return timedRules(tags, excepted), restrictionTimed
	case said || hasOtherRestriction(tags):
		return nil, restrictionForOthers
	default:
		return nil, restrictionMalformed
	}
}

// boundMeans lists the means of travel that turn restrictions apply to.
var boundMeans = [...]road.Access{road.Car, road.Motorcycle, road.Bicycle, road.Truck, road.Bus}

// timedRules parses the tags of a turn restriction at certain hours. It returns nothing if
// they permit a turn rather than ban it.
func timedRules(tags osm.Tags, excepted road.Access) (rules []turnRule) {
	for _, k := range restrictionKeys {
		hours := strings.TrimSpace(tags.Find(k.key + ":conditional"))
		value, _, _ := strings.Cut(hours, "@")
		if value = strings.TrimSpace(value); strings.HasPrefix(value, "no_") && k.access&^excepted != 0 {
			rules = append(rules, turnRule{access: k.access &^ excepted, value: value, hours: hours})
		}
	}
	return rules
}

// hasTimedRestriction reports whether tags have a restriction at certain times.
func hasTimedRestriction(tags osm.Tags) bool {
	for _, t := range tags {
		if strings.HasPrefix(t.Key, "restriction:") && strings.HasSuffix(t.Key, ":conditional") {
			return true
		}
	}
	return tags.Find("restriction:conditional") != ""
}

// hasOtherRestriction reports whether tags have a restriction for other vehicles.
func hasOtherRestriction(tags osm.Tags) bool {
	for _, t := range tags {
		if strings.HasPrefix(t.Key, "restriction:") {
			return true
		}
	}
	return false
}
