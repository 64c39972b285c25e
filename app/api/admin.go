// SPDX-License-Identifier: MIT

package api

import (
	"fmt"
	"net/http"
	"net/netip"
)

// checkAdmin refuses a request of the operator that comes from another machine or lacks the
// operator's key, which is none of the keys of clients.
func (s *Server) checkAdmin(r *request) error {
	if len(s.adminKeys.Records()) == 0 {
		return &failure{status: http.StatusForbidden, message: "the server has no admin key; start it with one"}
	}
	if !fromHere(r.Request) {
		return &failure{status: http.StatusForbidden, message: "only programs on the server's machine may do this"}
	}
	keys := presentedKeys(r)
	if len(keys) == 0 {
		return &failure{status: http.StatusUnauthorized, message: "the admin key is needed: header X-API-Key, or Authorization: Bearer"}
	}
	for _, key := range keys {
		if _, known := s.adminKeys.Check(key); !known {
			return s.wrongKey(r)
		}
	}
	r.keyName = "admin"
	return nil
}

// fromHere reports whether a request comes from this machine, and not through a proxy.
func fromHere(r *http.Request) bool {
	if forwarded(r) {
		return false
	}
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	return err != nil || from.Addr().Unmap().IsLoopback() // a Unix socket has no such address
}

// reload opens the map again and reads the keys again.
func (s *Server) reload(dst []byte, r *request) ([]byte, error) {
	if err := s.renew(r.Context()); err != nil {
		return dst, &failure{
			status: http.StatusServiceUnavailable, retryAfter: retryNoMap, cause: err,
			message: fmt.Sprintf("a file cannot be used, and the old one still is: %v", err),
		}
	}
	return append(dst, `"data":{"reloaded":true}`...), nil
}
