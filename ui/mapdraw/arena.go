package mapdraw

// arena hands out slices of one growing block of memory.
type arena struct {
	block []vec
	used  int
	total int
}

// reset takes back all that was handed out.
func (a *arena) reset() {
	if a.total > len(a.block) {
		a.block = make([]vec, a.total)
	}
	a.used, a.total = 0, 0
}

// take returns an empty slice with room for n.
func (a *arena) take(n int) []vec {
	a.total += n
	if a.used+n > len(a.block) {
		return make([]vec, 0, n)
	}
	s := a.block[a.used : a.used : a.used+n]
	a.used += n
	return s
}
