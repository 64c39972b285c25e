// SPDX-License-Identifier: MIT

package basemap

// The kinds of points of interest (POIs). One that is mapped as an area is a point
// inside the area. Kinds that people look for by name only, such as Shop, always have a
// name.
const (
	// POIFuel is a filling station.
	POIFuel Kind = 96
	// POICharging is a charging station.
	POICharging Kind = 97
	// POIParking is a car park.
	POIParking Kind = 98
	// POIHospital is a hospital.
	POIHospital Kind = 99
	// POIClinic is a clinic, a health station or a doctor's office.
	POIClinic Kind = 100
	// POIPharmacy is a pharmacy.
	POIPharmacy Kind = 101
	// POISchool is a school or a kindergarten.
	POISchool Kind = 102
	// POIUniversity is a university or a college.
	POIUniversity Kind = 103
	// POIMarket is a market.
	POIMarket Kind = 104
	// POISupermarket is a supermarket.
	POISupermarket Kind = 105
	// POIMall is a shopping centre.
	POIMall Kind = 106
	// POIShop is a shop of any other kind.
	POIShop Kind = 107
	// POIPort is a harbour, a ferry landing or a pier.
	POIPort Kind = 108
	// POIBusStation is a bus station.
	POIBusStation Kind = 109
	// POIBusStop is a bus stop.
	POIBusStop Kind = 110
	// POIStation is a railway, metro or tram station.
	POIStation Kind = 111
	// POIAirport is an airport.
	POIAirport Kind = 112
	// POIBank is a bank.
	POIBank Kind = 113
	// POIATM is a cash machine.
	POIATM Kind = 114
	// POIPagoda is a Buddhist or Taoist place of worship.
	POIPagoda Kind = 115
	// POITemple is a communal house, a shrine or a temple of another religion.
	POITemple Kind = 116
	// POIChurch is a church.
	POIChurch Kind = 117
	// POIMosque is a mosque.
	POIMosque Kind = 118
	// POIPolice is a police station.
	POIPolice Kind = 119
	// POIFireStation is a fire station.
	POIFireStation Kind = 120
	// POIPostOffice is a post office.
	POIPostOffice Kind = 121
	// POIGovernment is the seat of an authority, a court or an embassy.
	POIGovernment Kind = 122
	// POIHotel is a hotel or a guest house.
	POIHotel Kind = 123
	// POIRestaurant is a place to eat.
	POIRestaurant Kind = 124
	// POICafe is a café or a bar.
	POICafe Kind = 125
	// POIMuseum is a museum, a gallery or a library.
	POIMuseum Kind = 126
	// POITheatre is a theatre, a cinema or a cultural centre.
	POITheatre Kind = 127
	// POIStadium is a stadium or a sports centre.
	POIStadium Kind = 128
	// POIToll is a toll booth.
	POIToll Kind = 129
	// POIRestArea is a rest area or a service area of a motorway.
	POIRestArea Kind = 130
	// POIRepair is a garage or a dealer of vehicles.
	POIRepair Kind = 131
	// POIToilets is a public toilet.
	POIToilets Kind = 132
	// POIAttraction is a sight, a monument or a viewpoint.
	POIAttraction Kind = 133
	// POIPeak is the top of a mountain.
	POIPeak Kind = 134
	// POIIndustrial is a named industrial park or works.
	POIIndustrial Kind = 135
	// POIPark is a named park.
	POIPark Kind = 136
	// POIOffice is the office of a company or an organisation.
	POIOffice Kind = 137
	// POIWeighbridge weighs trucks.
	POIWeighbridge Kind = 138
	// POIBorder is a border post.
	POIBorder Kind = 139
	// POIBuilding is a named building of no other kind.
	POIBuilding Kind = 140
)

var poiNames = map[Kind]string{
	POIFuel:        "poi_fuel",
	POICharging:    "poi_charging_station",
	POIParking:     "poi_parking",
	POIHospital:    "poi_hospital",
	POIClinic:      "poi_clinic",
	POIPharmacy:    "poi_pharmacy",
	POISchool:      "poi_school",
	POIUniversity:  "poi_university",
	POIMarket:      "poi_market",
	POISupermarket: "poi_supermarket",
	POIMall:        "poi_mall",
	POIShop:        "poi_shop",
	POIPort:        "poi_port",
	POIBusStation:  "poi_bus_station",
	POIBusStop:     "poi_bus_stop",
	POIStation:     "poi_station",
	POIAirport:     "poi_airport",
	POIBank:        "poi_bank",
	POIATM:         "poi_atm",
	POIPagoda:      "poi_pagoda",
	POITemple:      "poi_temple",
	POIChurch:      "poi_church",
	POIMosque:      "poi_mosque",
	POIPolice:      "poi_police",
	POIFireStation: "poi_fire_station",
	POIPostOffice:  "poi_post_office",
	POIGovernment:  "poi_government",
	POIHotel:       "poi_hotel",
	POIRestaurant:  "poi_restaurant",
	POICafe:        "poi_cafe",
	POIMuseum:      "poi_museum",
	POITheatre:     "poi_theatre",
	POIStadium:     "poi_stadium",
	POIToll:        "poi_toll",
	POIRestArea:    "poi_rest_area",
	POIRepair:      "poi_repair",
	POIToilets:     "poi_toilets",
	POIAttraction:  "poi_attraction",
	POIPeak:        "poi_peak",
	POIIndustrial:  "poi_industrial",
	POIPark:        "poi_park",
	POIOffice:      "poi_office",
	POIWeighbridge: "poi_weighbridge",
	POIBuilding:    "poi_building",
	POIBorder:      "poi_border_control",
}
