// SPDX-License-Identifier: MIT

package api

import (
	"fmt"
	"math"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// KeyUse is how much a key was used. It survives a restart if it is stored.
type KeyUse struct {
	ID    string    `json:"id"`             // of the key
	Last  time.Time `json:"last_use"`       // time of the last request
	Day   string    `json:"day"`            // the day that Count is of, as 2006-01-02 in UTC
	Count int       `json:"requests_today"` // requests of that day
}

// keyUses holds the use of each key, by ID.
type keyUses struct {
	mu   sync.Mutex
	keys map[string]*keyUse
}

type keyUse struct {
	KeyUse
	perSecond float64
	limiter   *rate.Limiter // nil without a rate
}

// overLimit is why a client must wait because of its requests so far. The zero value means
// that it need not.
type overLimit struct {
	wait  time.Duration
	why   string
	daily bool // it has used up its quota of a day
}

// err returns the answer to a request over the limit.
func (o overLimit) err() error {
	return &failure{status: http.StatusTooManyRequests, message: o.why, retryAfter: o.wait}
}

// take counts a request with the key of record at now.
func (u *keyUses) take(record KeyRecord, now time.Time) (over overLimit) {
	u.mu.Lock()
	defer u.mu.Unlock()
	k := u.of(record.ID)
	day := now.UTC().Format(time.DateOnly)
	if k.Day != day {
		k.Day, k.Count = day, 0
	}
	if record.Quota > 0 && k.Count >= record.Quota {
		midnight := now.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
		why := fmt.Sprintf("the key's quota of %d requests a day is used up; it begins again at midnight UTC", record.Quota)
		return overLimit{midnight.Sub(now), why, true}
	}
	if k.perSecond != record.Rate {
		k.perSecond, k.limiter = record.Rate, nil
		if record.Rate > 0 {
			k.limiter = rate.NewLimiter(rate.Limit(record.Rate), int(max(1, math.Ceil(min(record.Rate, math.MaxInt32)))))
		}
	}
	if k.limiter != nil {
		reservation := k.limiter.ReserveN(now, 1)
		if wait := reservation.DelayFrom(now); wait > 0 {
			reservation.CancelAt(now)
			return overLimit{wait: wait, why: "too many requests a second with this key"}
		}
	}
	k.Last = now.UTC().Truncate(time.Second)
	k.Count++
	return overLimit{}
}

// of returns the use of the key with an ID. u.mu must be held.
func (u *keyUses) of(id string) *keyUse {
	k := u.keys[id]
	if k == nil {
		if u.keys == nil {
			u.keys = make(map[string]*keyUse)
		}
		k = &keyUse{KeyUse: KeyUse{ID: id}}
		u.keys[id] = k
	}
	return k
}

// Uses returns the use of each key that exists and was used, for storage.
func (k *Keys) Uses() []KeyUse {
	var list []KeyUse
	records := k.Records()
	k.uses.mu.Lock()
	defer k.uses.mu.Unlock()
	for _, r := range records {
		if u := k.uses.keys[r.ID]; u != nil && !u.Last.IsZero() {
			list = append(list, u.KeyUse)
		}
	}
	return list
}

// RestoreUses sets the use of keys to what was stored.
func (k *Keys) RestoreUses(list []KeyUse) {
	k.uses.mu.Lock()
	defer k.uses.mu.Unlock()
	for _, u := range list {
		k.uses.of(u.ID).KeyUse = u
	}
}
