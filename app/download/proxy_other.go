// SPDX-License-Identifier: MIT

//go:build !windows

package download

import (
	"net/http"
	"net/url"
)

// settingsProxy returns the function that chooses a proxy by the environment, because other
// systems have no settings of their own for programs.
func settingsProxy() func(*http.Request) (*url.URL, error) { return http.ProxyFromEnvironment }
