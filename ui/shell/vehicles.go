// SPDX-License-Identifier: MIT

package shell

import (
	"fyne.io/fyne/v2"

	"roadsnap/engine/match"
	"roadsnap/ui/text"
)

// profileNames holds the keys of the names of the vehicles that trips are matched for.
var profileNames = map[match.Profile]string{
	match.MotorVehicle: "menu.profile.motor_vehicle", match.Car: "menu.profile.car", match.Motorcycle: "menu.profile.motorcycle",
	match.Truck: "menu.profile.truck", match.Bus: "menu.profile.bus", match.Bicycle: "menu.profile.bicycle", match.Foot: "menu.profile.foot",
}

// profileItem returns the submenu of the vehicles that trips are matched for.
func profileItem(words text.Catalogue, chosen match.Profile, set func(match.Profile)) *fyne.MenuItem {
	i := submenu(words.T("menu.profile"))
	for _, p := range match.Profiles() {
		i.ChildMenu.Items = append(i.ChildMenu.Items, choice(words.T(profileNames[p]), p == chosen, func() { set(p) }))
	}
	return i
}

// setProfile matches the trips for other vehicles and saves the choice.
func (w *Window) setProfile(p match.Profile) {
	w.settings.SetString(prefProfile, p.String())
	w.o.Trips.SetProfile(p)
	w.commands.setMenu()
}
