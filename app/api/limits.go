// SPDX-License-Identifier: MIT

package api

import (
	"math"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// wrongKeysPerSecond is the number of wrong keys that a network may present each second.
// Further ones are answered with 429, which tells a program in a loop to stop. A right key
// is always taken, so that a client cannot lock out others behind the same address.
const wrongKeysPerSecond = 10

// maxClients is the number of clients remembered for the rate limit before
// inactive ones are dropped. 4096 take less than 1 MB.
const maxClients = 4096

// rateLimits holds one token bucket for each client. A bucket that is full again
// can be dropped.
type rateLimits struct {
	perSecond rate.Limit // 0: no limit
	burst     int        // one second's worth

	mu      sync.Mutex
	clients map[string]*rate.Limiter
}

func newRateLimits(perSecond float64) *rateLimits {
	return &rateLimits{
		perSecond: rate.Limit(perSecond),
		burst:     int(max(1, math.Ceil(min(perSecond, math.MaxInt32)))),
		clients:   make(map[string]*rate.Limiter),
	}
}

// take counts a request of client at now. It returns 0 if the request may pass,
// or else the time that the client must wait.
func (l *rateLimits) take(client string, now time.Time) time.Duration {
	if l.perSecond == 0 {
		return 0
	}
	reservation := l.of(client, now).ReserveN(now, 1)
	wait := reservation.DelayFrom(now)
	if wait > 0 {
		reservation.CancelAt(now)
	}
	return wait
}

func (l *rateLimits) of(client string, now time.Time) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	limiter, known := l.clients[client]
	if !known {
		if len(l.clients) >= maxClients {
			l.forgetQuiet(now)
		}
		limiter = rate.NewLimiter(l.perSecond, l.burst)
		l.clients[client] = limiter
	}
	return limiter
}

// forgetQuiet drops inactive clients. If all are active it drops all of them. An
// attack from thousands of addresses gains one burst for each, which it has
// anyway, and memory stays bounded.
func (l *rateLimits) forgetQuiet(now time.Time) {
	for client, limiter := range l.clients {
		if limiter.TokensAt(now) >= float64(l.burst) {
			delete(l.clients, client)
		}
	}
	if len(l.clients) >= maxClients {
		clear(l.clients)
	}
}

// clientNetwork identifies a client without a key: by its IPv4 address, or by the
// /64 network of its IPv6 address, because one machine can use any address in it.
func clientNetwork(remoteAddr string) string {
	ap, err := netip.ParseAddrPort(remoteAddr)
	if err != nil {
		return remoteAddr
	}
	ip := ap.Addr().Unmap()
	if ip.Is4() {
		return ip.String()
	}
	prefix, err := ip.WithZone("").Prefix(64)
	if err != nil {
		return ip.String()
	}
	return prefix.String()
}
