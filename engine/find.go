// SPDX-License-Identifier: MIT

package engine

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/search"
	"roadsnap/engine/units"
)

// FoundKind is the kind of a result of Search.
type FoundKind string

// The kinds of results.
const (
	FoundCoordinates FoundKind = "coordinates"     // of a text or a link
	FoundUnit        FoundKind = "unit"            // a province or a ward
	FoundDistrict    FoundKind = "former_district" // until June 2025
	FoundStreet      FoundKind = "street"
	FoundRoad        FoundKind = "road" // by its number
	FoundPlace       FoundKind = "place"
	FoundPOI         FoundKind = "poi" // a point of interest
	FoundHouse       FoundKind = "house"
	FoundNature      FoundKind = "nature" // water, parks, and lines that are no roads
)

// SearchOptions are options of Search.
type SearchOptions struct {
	Near    geo.Point // near which results are preferred, if HasNear is set
	HasNear bool
	Limit   int // maximum number of results; 0 for 10
}

// Found is a result of Search.
type Found struct {
	Kind         FoundKind
	Category     basemap.Kind // of the feature; 0 for units and coordinates
	ID           int64        // of the OpenStreetMap object, one of them for a street; 0 for others
	Name, NameEn string       // of a house, its number and street; "" for an unnamed point of interest
	Unit         units.Hit    // valid for FoundUnit; for FoundDistrict, its best ward
	At           geo.Point
	Bounds       geo.Bounds // round the whole, or round At
	HasPlace     bool       // At and Bounds are known, which for a unit needs borders

	// Wards are the wards that it lies in or runs through, at most MaxFoundWards, and
	// Districts the former districts that these belonged to, with their kinds. Of a former
	// district they are all wards that its territory went to, and its name.
	Wards     []units.Ward
	Districts []string
	MoreWards bool // it runs through more

	// Province is the full name of the province, "" if it is unknown, and ProvinceEn that in English.
	Province, ProvinceEn string

	// MissingNumber is the house number in the text, if the map does not have it on this street.
	MissingNumber string

	Typo   bool    // the text has a typing error
	Score  float64 // higher is better; comparable within one search
	Metres float64 // distance of At from SearchOptions.Near, if that is given

	points []geo.Fixed // through which a street runs
}

// MaxFoundWards is the number of wards that a result names.
const MaxFoundWards = 6

// defaultFound is the number of results without a limit.
const defaultFound = 10

// Search returns what a text may mean, best first: streets, road numbers, places, points
// of interest and house numbers of the map, units, and the point that coordinates or the
// link of a map service give. Marks may be omitted, and one typing error is allowed. The
// text may end with the ward, the district or the province, former or current: "le loi,
// q1" finds Đường Lê Lợi in the wards that were district 1. A kind of points of interest, "cây
// xăng", finds the nearest ones, with or without a name, if there is a point to be near, and "cây
// xăng quận 3" those in the place. Without a map Search finds
// units and coordinates. The error reports a damaged map.
func (e *Engine) Search(text string, o SearchOptions) (list []Found, err error) {
	text = strings.TrimSpace(text)
	if o.Limit <= 0 {
		o.Limit = defaultFound
	}
	if p, found := search.ParsePoint(text); found {
		f := Found{Kind: FoundCoordinates, At: p, Bounds: geo.BoundsOf(p), HasPlace: true, Score: 1}
		f.points = []geo.Fixed{p.Fixed()}
		err = e.describe([]*Found{&f}, o)
		return []Found{f}, err
	}
	if search.IsLink(text) {
		if text, _ = search.LinkText(text); text == "" {
			return nil, nil
		}
	}
	all, where, err := e.searchMap(text, o)
	if err != nil {
		return nil, err
	}
	if kind, ok := search.CategoryOf(text); ok && o.HasNear {
		nearest, err := e.searchKind(kind, o.Near, o.Limit)
		if err != nil && !errors.Is(err, ErrNoMap) {
			return nil, err
		}
		all = append(nearest, slices.DeleteFunc(all, func(f *Found) bool {
			return f.Kind == FoundPOI && slices.ContainsFunc(nearest, func(n *Found) bool { return n.ID == f.ID })
		})...)
	}
	found, err := e.searchUnits(text, where, o)
	if err != nil {
		return nil, err
	}
	all = append(all, found...)
	slices.SortStableFunc(all, func(a, b *Found) int { return cmp.Compare(b.Score, a.Score) })
	all = all[:min(len(all), o.Limit)]
	if err := e.describe(all, o); err != nil {
		return nil, err
	}
	for _, f := range all {
		list = append(list, *f)
	}
	return list, nil
}

// Scores of units compared with those of the map.
const (
	unitProvince = 0.25
	unitWard     = 0.15
	unitFormer   = 0.1 // the text names a unit that is gone, and no unit in force
	unitNamed    = 0.4 // the text is the whole name with its kind, "quận 1"
	unitPart     = 0.7 // loss of a unit in an address; the street comes first
	unitNear     = 0.3
	unitNearHalf = 25_000.0 // metres
)

// unitKinds are the kinds of units, current and former, with their abbreviations.
var unitKinds = [][2]string{
	{"tp", "thanh pho"}, {"t", "tinh"}, {"q", "quan"}, {"h", "huyen"}, {"tx", "thi xa"}, {"p", "phuong"}, {"x", "xa"}, {"tt", "thi tran"},
}

// namesUnit reports whether a text is the kind and the name of a hit.
func namesUnit(text string, h units.Hit) bool {
	text, _, _ = strings.Cut(text, ",")
	words := units.Fold(text)
	if len(words) > 1 && strings.Trim(words[1:], "0123456789") == "" { // q1
		words = words[:1] + " " + words[1:]
	}
	name, _, _ := strings.Cut(h.Matched, ",")
	name = units.Fold(name)
	for _, k := range unitKinds {
		if bare, is := strings.CutPrefix(words, k[0]+" "); is {
			words = k[1] + " " + bare
		}
		if strings.HasPrefix(words, k[1]+" ") {
			return words == name
		}
	}
	return false
}

// whereFound says where the map has what a text names in front of a place.
type whereFound struct {
	in        *units.Placed // the place, if it has some of it
	elsewhere bool          // only other places have it
}

// searchUnits returns the units that a text may mean. If the map has what the text names in a
// place, units elsewhere and the place itself are not meant. If the map has it only elsewhere,
// the place is the better answer.
func (e *Engine) searchUnits(text string, where whereFound, o SearchOptions) (list []*Found, err error) {
	hits := e.units.Search(text, units.Filter{Limit: 3 * o.Limit}) // several may be of one district
	districts := map[string]bool{}
	readings := e.units.WithPlaces(text)
	inForce := slices.ContainsFunc(hits, func(h units.Hit) bool { return !h.Former && namesUnit(text, h) })
	for _, h := range hits {
		// Search also returns units outside a place that is named after a comma.
		if len(readings) > 0 && !readings[0].Anywhere() && (h.Kind == units.KindProvince || !readings[0].Holds(h.Ward)) {
			continue
		}
		if where.in != nil && (h.Part || h.Kind == units.KindProvince || !where.in.Holds(h.Ward)) {
			continue
		}
		f := &Found{Kind: FoundUnit, Unit: h, Name: h.Ward.FullName, NameEn: h.Ward.FullNameEN, Score: h.Score + unitWard}
		if h.Kind == units.KindProvince {
			f.Name, f.NameEn, f.Score = h.Province.FullName, h.Province.FullNameEN, h.Score+unitProvince
		}
		if district, ok := e.district(&h); ok {
			if districts[h.FormerName] {
				continue
			}
			districts[h.FormerName], district.Score = true, f.Score
			f = district
		}
		if h.Part && !where.elsewhere {
			f.Score -= unitPart
		}
		if h.Former && !inForce {
			f.Score += unitFormer
		}
		if namesUnit(text, h) {
			f.Score += unitNamed
		}
		list = append(list, f)
	}
	if len(list) == 0 {
		return nil, nil
	}
	err = e.Atlas(func(a *units.Atlas) error {
		for _, f := range list {
			if f.At, f.Bounds, f.HasPlace = landOf(a, f); f.HasPlace && o.HasNear {
				f.Score += unitNear / (1 + geo.Distance(o.Near, f.At)/unitNearHalf)
			}
		}
		return nil
	})
	if errors.Is(err, ErrNoBorders) {
		err = nil
	}
	return list, err
}

// searchMap returns what a text may mean on the map.
func (e *Engine) searchMap(text string, o SearchOptions) (list []*Found, where whereFound, err error) {
	readings := e.units.WithPlaces(text)
	seen := map[string]bool{}
	add := func(f *Found) {
		if key := fmt.Sprint(f.Kind, f.Name, f.At); !seen[key] {
			seen[key] = true
			list = append(list, f)
		}
	}
	var failed error // of the search for a kind
	err = e.withNames(func(m, borders *installed) {
		whole := false
		for i := range readings {
			q := search.Query{Text: readings[i].Name, Near: o.Near, HasNear: o.HasNear, Limit: 3 * o.Limit}
			penalty := 0.0
			if !readings[i].Anywhere() {
				switch q.Within = borders.area(&readings[i]); {
				case q.Within != nil:
				case i > 0:
					continue // the first reading has these words as part of the name
				default:
					penalty = unplaced
				}
			}
			kind, isKind := search.CategoryOf(readings[i].Name)
			isKind = isKind && q.Within != nil
			// After a reading that finds something, typing errors in another one are a guess too many.
			q.Exact = i > 0 && len(list) > 0
			matches := m.index.of.Find(q)
			if len(matches) == 0 && i == 0 && q.Within != nil && !isKind {
				q.Within, penalty = nil, unplaced // the place may be wrong
				matches = m.index.of.Find(q)
				where.elsewhere = len(matches) > 0
			}
			for _, match := range matches {
				if isKind && match.Kind.IsPOI() && match.Kind != kind {
					continue // a bus stop that is called after a filling station
				}
				whole = whole || i == 0 && readings[i].Anywhere() && match.Whole
				f := foundOf(&match)
				if borders != nil && f.Kind == FoundPlace {
					var ok bool
					f.Name, ok = borders.placeName(basemap.NewFeature(basemap.Feature{Kind: f.Category, Name: f.Name}, f.points[:1]))
					if !ok {
						continue
					}
				}
				f.Score -= penalty
				if i > 0 && whole {
					f.Score -= notWhole
				}
				if i > 0 && !readings[i].Anywhere() {
					f.Score += placed
				}
				if q.Within != nil && where.in == nil && !(i > 0 && whole) {
					where.in = &readings[i]
				}
				add(f)
			}
			if isKind && failed == nil {
				var nearest []*Found
				nearest, failed = e.searchKindIn(kind, q.Within, o)
				for _, f := range nearest {
					add(f)
				}
			}
		}
	})
	return list, where, cmp.Or(err, failed)
}

// searchIndex is the index of an installed pack. It is opened by the first search, because
// that reads all of it.
type searchIndex struct {
	once sync.Once
	of   *search.Index // nil without one, as in packs of older versions
	err  error
}

func (x *searchIndex) open(p *pack.Pack) (*search.Index, error) {
	x.once.Do(func() { x.of, x.err = openPart(p, search.In, search.Open) })
	return x.of, x.err
}

// withNames calls fn with each map that has an index, and the borders of units, which are
// nil if there are none. It guards both.
func (e *Engine) withNames(fn func(m, borders *installed)) error {
	err := e.withShown(func(m *installed) (more bool, err error) {
		if index, err := m.index.open(m.pack); index == nil || err != nil {
			return true, err
		}
		borders := e.useBorders()
		if borders == nil {
			fn(m, nil)
			return true, nil
		}
		defer func() { _ = e.release(borders) }()
		return true, borders.guard(func(b *installed) error {
			fn(m, b)
			return nil
		})
	})
	if errors.Is(err, ErrNoMap) {
		return nil
	}
	return err
}

const (
	// unplaced is the loss of a result whose place cannot be checked.
	unplaced = 0.3
	// notWhole is the loss of a result that takes the last words for a place, where they
	// are part of the name of a street: "12 nguyen hue" is no house 12 in Huế.
	notWhole = 0.35
	// placed is the gain of a result that lies in the place named at the end of the text.
	placed = 0.05
)

// area returns the area of a reading, nil if the borders do not have its wards. m may be
// nil.
func (m *installed) area(p *units.Placed) *search.Area {
	if m == nil {
		return nil
	}
	box := geo.NoFixedBounds
	for _, w := range p.Wards() {
		if land, known := m.atlas.WardLand(w); known {
			box = box.Union(land.Bounds().Fixed())
		}
	}
	if box == geo.NoFixedBounds {
		return nil
	}
	return &search.Area{Box: box, Holds: func(q geo.Fixed) bool {
		at, found := m.atlas.Locate(q.Point())
		return found && at.WardFound && p.Holds(at.Ward)
	}}
}

// foundOf returns a match as a result, with copies of its strings and points.
func foundOf(m *search.Match) *Found {
	f := &Found{
		Category: m.Kind, ID: m.ID, Name: strings.Clone(m.Name), NameEn: strings.Clone(m.NameEn), At: m.At, Bounds: m.Bounds(),
		HasPlace: true, Typo: m.Typo, Score: m.Score, MissingNumber: strings.Clone(m.Number), points: slices.Clone(m.Points()),
	}
	switch {
	case m.Ref:
		f.Kind = FoundRoad
	case m.Kind == basemap.HouseNumber:
		f.Kind, f.Name = FoundHouse, f.Name+" "+strings.Clone(m.Street)
	case m.Kind.IsRoad():
		f.Kind = FoundStreet
	case m.Kind.IsPlace():
		f.Kind = FoundPlace
	case m.Kind.IsPOI():
		f.Kind = FoundPOI
	default:
		f.Kind = FoundNature
	}
	return f
}

// describe adds the wards, the districts and the distance.
func (e *Engine) describe(list []*Found, o SearchOptions) error {
	for _, f := range list {
		if o.HasNear && f.HasPlace {
			f.Metres = geo.Distance(o.Near, f.At)
		}
	}
	err := e.Atlas(func(a *units.Atlas) error {
		for _, f := range list {
			if f.Kind == FoundDistrict {
				continue
			}
			if f.Kind == FoundUnit {
				if f.Unit.Kind == units.KindWard {
					if p, known := e.units.Province(f.Unit.Ward.ProvinceCode); known {
						f.Province, f.ProvinceEn = p.FullName, p.FullNameEN
					}
				}
				continue
			}
			f.locate(a)
		}
		return nil
	})
	if errors.Is(err, ErrNoBorders) {
		return nil
	}
	return err
}

// maxLocated is the number of points of a street that are located.
const maxLocated = 200

// locate sets the wards, the districts and the province.
func (f *Found) locate(a *units.Atlas) {
	points := f.points
	step := 1 + len(points)/maxLocated
	for i := 0; i < len(points); i += step {
		at, found := a.Locate(points[i].Point())
		if !found {
			continue
		}
		if f.Province == "" {
			f.Province, f.ProvinceEn = at.Province.FullName, at.Province.FullNameEN
		}
		if !at.WardFound || slices.ContainsFunc(f.Wards, func(w units.Ward) bool { return w.Code == at.Ward.Code }) {
			continue
		}
		if len(f.Wards) == MaxFoundWards {
			f.MoreWards = true
			return
		}
		f.Wards = append(f.Wards, at.Ward)
		for _, former := range a.FormerUnitsOf(at.Ward.Code) {
			if !slices.Contains(f.Districts, former.District) {
				f.Districts = append(f.Districts, former.District)
			}
		}
	}
}
