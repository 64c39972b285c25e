package text

import "roadsnap/engine/basemap"

// Class writes the class of a road.
func (w Catalogue) Class(k basemap.Kind) string {
	if key, ok := classKeys[k]; ok {
		return w.T(key)
	}
	return k.String()
}

var classKeys = map[basemap.Kind]string{
	basemap.RoadPath:         "road.path",
	basemap.RoadTrack:        "road.track",
	basemap.RoadPedestrian:   "road.pedestrian",
	basemap.RoadService:      "road.service",
	basemap.RoadResidential:  "road.residential",
	basemap.RoadUnclassified: "road.unclassified",
	basemap.RoadTertiary:     "road.tertiary",
	basemap.RoadSecondary:    "road.secondary",
	basemap.RoadPrimary:      "road.primary",
	basemap.RoadTrunk:        "road.trunk",
	basemap.RoadMotorway:     "road.motorway",
}
