// SPDX-License-Identifier: MIT

package maps

// Network says how maps are downloaded.
type Network struct {
	Proxy   string // address of the proxy, "" for that of the system
	Mirror  string // address (https) of the extract to try first, "" for none
	Catalog string // file or address (https) of the catalogue, "" for the embedded one
}

// Network returns how maps are downloaded.
func (p *Model) Network() Network { return p.o.Network }

// SetNetwork changes how maps are downloaded from now on. It returns the text key of what is
// wrong, and then changes nothing; "" means that all is right.
func (p *Model) SetNetwork(n Network) (wrong string) {
	if wrong = p.o.Installer.SetNetwork(n); wrong == "" {
		p.o.Network = n
	}
	return wrong
}
