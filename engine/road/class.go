// SPDX-License-Identifier: MIT

package road

import "slices"

// Class is the class of a road, from OpenStreetMap's highway tag (and route=ferry). The
// values are part of the pack format: new ones must be added at the end.
type Class uint8

// The classes, with OpenStreetMap's names.
const (
	Road Class = iota // a road whose class is not known
	Motorway
	MotorwayLink
	Trunk
	TrunkLink
	Primary
	PrimaryLink
	Secondary
	SecondaryLink
	Tertiary
	TertiaryLink
	Unclassified
	Residential
	LivingStreet
	Service
	Alley // service=alley: the hẻm and ngõ of Vietnamese cities
	Busway
	Track
	Pedestrian
	Footway
	Cycleway
	Bridleway
	Path
	Steps
	Ferry

	numClasses
)

var classNames = [numClasses]string{
	Road: "road", Motorway: "motorway", MotorwayLink: "motorway_link",
	Trunk: "trunk", TrunkLink: "trunk_link",
	Primary: "primary", PrimaryLink: "primary_link",
	Secondary: "secondary", SecondaryLink: "secondary_link",
	Tertiary: "tertiary", TertiaryLink: "tertiary_link",
	Unclassified: "unclassified", Residential: "residential",
	LivingStreet: "living_street", Service: "service", Alley: "alley",
	Busway: "busway", Track: "track", Pedestrian: "pedestrian",
	Footway: "footway", Cycleway: "cycleway", Bridleway: "bridleway",
	Path: "path", Steps: "steps", Ferry: "ferry",
}

// NeverAgainst reports whether roads of the class are too dangerous to be driven against
// their direction even for some metres.
func (c Class) NeverAgainst() bool {
	return c == Motorway || c == MotorwayLink || c == Trunk || c == TrunkLink
}

// String returns the name of the class as in OpenStreetMap's highway tag,
// "alley" for a service road tagged service=alley, "ferry" for route=ferry.
func (c Class) String() string {
	if c >= numClasses {
		return "invalid"
	}
	return classNames[c]
}

// Valid reports whether c is a known class.
func (c Class) Valid() bool { return c < numClasses }

// ParseClass returns the class with that name; found is false if there is none.
func ParseClass(name string) (c Class, found bool) {
	i := slices.Index(classNames[:], name)
	return Class(max(i, 0)), i >= 0
}
