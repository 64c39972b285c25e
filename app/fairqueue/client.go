// SPDX-License-Identifier: MIT

package fairqueue

import (
	"slices"
	"time"
)

// firstCost is the expected time of a job before any has ended.
const firstCost = 5 * time.Millisecond

// maxClients is the number of clients remembered before idle ones are dropped. 4096 take
// less than 1 MB.
const maxClients = 4096

// The numbers of jobs that moving averages are over. One over few jobs is often far too small,
// and each time it lets in more jobs than can work in time: with 8 alone, an eighth of the jobs
// that were let in waited half as long again as expected. One over many follows too slowly
// when jobs become longer. Therefore the greater of the two counts.
const (
	costJobs   = 256
	recentJobs = 8
)

// client is a client of a Queue. The mutex of the queue must be held.
type client struct {
	used   time.Duration // its tag
	cost   time.Duration // moving average of the time of a job
	recent time.Duration // the same, over recentJobs
	paused []*Job        // jobs that wait to go on
	fresh  []*Job        // jobs that wait to begin
	demand int           // jobs that work or wait
	jobs   int           // jobs that have not left, including blocked ones
}

// client returns the client with a name, which may be new.
func (q *Queue) client(name string) *client {
	c, known := q.clients[name]
	if !known {
		if len(q.clients) >= maxClients {
			q.forgetIdle()
		}
		c = &client{used: q.virtual, cost: q.mean, recent: q.mean}
		q.clients[name] = c
	}
	return c
}

// forgetIdle drops clients without jobs: those whose tag is not ahead of the virtual
// time, and if all are ahead, all of them.
func (q *Queue) forgetIdle() {
	for _, all := range []bool{false, true} {
		for name, c := range q.clients {
			if c.jobs == 0 && (all || c.used <= q.virtual) {
				delete(q.clients, name)
			}
		}
		if len(q.clients) < maxClients {
			return
		}
	}
}

// activate adds a job to the demand of c. A client without demand continues at the
// virtual time.
func (q *Queue) activate(c *client) {
	if c.demand == 0 {
		c.used = max(c.used, q.virtual)
		q.active = append(q.active, c)
	}
	c.demand++
}

// deactivate removes a job from the demand of c.
func (q *Queue) deactivate(c *client) {
	if c.demand--; c.demand == 0 {
		q.active = slices.DeleteFunc(q.active, func(other *client) bool { return other == c })
	}
}

// waits reports whether a job of c waits for a slot.
func (c *client) waits() bool { return len(c.paused)+len(c.fresh) > 0 }

// backlog returns the expected time of the jobs that work or wait.
func (c *client) backlog() time.Duration { return time.Duration(c.demand) * max(c.cost, c.recent) }

// pop removes the job to serve next. Jobs that have begun come first, because they hold
// memory.
func (c *client) pop() (j *Job) {
	from := &c.fresh
	if len(c.paused) > 0 {
		from = &c.paused
	}
	j = (*from)[0]
	*from = slices.Delete(*from, 0, 1)
	return j
}

// learn adds the time of a job to the averages.
func (q *Queue) learn(c *client, total time.Duration) {
	c.cost += (total - c.cost) / costJobs
	c.recent += (total - c.recent) / recentJobs
	q.mean += (total - q.mean) / costJobs
}
