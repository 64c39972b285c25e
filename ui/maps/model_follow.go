// SPDX-License-Identifier: MIT

package maps

import (
	"context"
	"slices"
)

// FollowLibrary opens the map that is in use in the library if that is another one than at the last
// call, because a command such as `roadsnap maps use` or `roadsnap install` has chosen it. The
// first call only notes which map is in use. A map from outside the library stays open, and so does
// a sample that the user chose or visits. While other work runs, FollowLibrary waits for its end.
func (p *Model) FollowLibrary() {
	if p.o.Library == nil {
		return
	}
	p.follows.Cancel()
	p.follows = p.o.Jobs.Start(func(context.Context) func() {
		path, err := p.o.Library.Used()
		if err != nil {
			return nil
		}
		list := p.list()
		return func() { p.follow(path, list) }
	})
}

// follow shows the maps of the library, and opens the one at path, which is now in use.
func (p *Model) follow(path string, list []Record) {
	s := &p.state
	if !p.following {
		p.following, p.followed = true, path
		return
	}
	if s.Busy {
		p.behind = true
		return
	}
	s.Library, s.Listed = list, s.Listed+1
	p.changed.Raise()
	if path == p.followed {
		return
	}
	p.followed = path
	inLibrary := slices.ContainsFunc(s.Library, func(r Record) bool { return r.Info.Name == s.Info.Name })
	standIn := s.IsSample && !s.chosen && s.away == ""
	if path == "" || s.Installed && s.Info.Name == path || s.Installed && !inLibrary && !standIn {
		return
	}
	p.runPlain(func() result { return p.add(path) }, nil)
}

// followLate does what FollowLibrary left while other work ran.
func (p *Model) followLate() {
	if p.behind {
		p.behind = false
		p.FollowLibrary()
	}
}
