// SPDX-License-Identifier: MIT

package download

import (
	"net/http"
	"net/url"

	"github.com/mattn/go-ieproxy"
)

// settingsProxy returns the function that chooses a proxy by the settings of Windows, scripts
// (PAC) included.
func settingsProxy() func(*http.Request) (*url.URL, error) { return ieproxy.GetProxyFunc() }
