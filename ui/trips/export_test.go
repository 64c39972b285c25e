// SPDX-License-Identifier: MIT

package trips

// StateOf returns the state of a list that shows all of some trips, whose IDs ascend.
func StateOf(list []*Trip) State {
	s := State{Trips: list, View: &View{}, Event: noEvent}
	for _, t := range list {
		s.View.ids = append(s.View.ids, t.ID)
	}
	return s
}
