// SPDX-License-Identifier: MIT

package download

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"golang.org/x/net/http/httpproxy"
)

// ErrProxy reports a text that is not the address of a proxy.
var ErrProxy = errors.New("this is not the address of a proxy; write it as http://proxy.example.com:8080")

// ParseProxy reads the address of a proxy: a URL (http, https or socks5), or a host and a
// port.
func ParseProxy(text string) (*url.URL, error) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || strings.ContainsAny(u.Hostname(), " /") {
		return nil, ErrProxy
	}
	switch u.Scheme {
	case "http", "https", "socks5", "socks5h":
		return u, nil
	}
	return nil, ErrProxy
}

// systemProxy returns the function that chooses the proxy of a request: the one that the
// environment names or, if it names none, that of the settings of Windows or macOS.
func systemProxy() func(*http.Request) (*url.URL, error) {
	if env := httpproxy.FromEnvironment(); env.HTTPSProxy != "" || env.HTTPProxy != "" {
		return http.ProxyFromEnvironment
	}
	if runtime.GOOS == "darwin" {
		ctx, cancel := context.WithTimeout(context.Background(), scutilTime)
		defer cancel()
		if settings, err := exec.CommandContext(ctx, "/usr/sbin/scutil", "--proxy").Output(); err == nil {
			choose := scutilProxy(string(settings)).ProxyFunc()
			return func(r *http.Request) (*url.URL, error) { return choose(r.URL) }
		}
	}
	return settingsProxy()
}

// scutilTime is how long the command of macOS may take that prints the settings.
const scutilTime = 5 * time.Second

// scutilProxy reads the proxy for HTTPS from what scutil --proxy prints. Scripts that choose
// a proxy (PAC) are not read.
func scutilProxy(settings string) *httpproxy.Config {
	values, except, in := map[string]string{}, []string{}, false
	for line := range strings.Lines(settings) {
		name, value, found := strings.Cut(strings.TrimSpace(line), " : ")
		switch {
		case strings.TrimSpace(line) == "}":
			in = false
		case !found:
		case name == "ExceptionsList":
			in = true
		case in:
			// macOS writes *.local, the standard for the environment .local.
			except = append(except, strings.TrimPrefix(value, "*"))
		default:
			values[name] = value
		}
	}
	c := &httpproxy.Config{NoProxy: strings.Join(except, ",")}
	switch {
	case values["HTTPSEnable"] == "1":
		c.HTTPSProxy = net.JoinHostPort(values["HTTPSProxy"], values["HTTPSPort"])
	case values["SOCKSEnable"] == "1":
		c.HTTPSProxy = "socks5://" + net.JoinHostPort(values["SOCKSProxy"], values["SOCKSPort"])
	}
	return c
}
