// SPDX-License-Identifier: MIT

package search

// minTypo is the length of the shortest word that may have a typing error (letters).
// Shorter ones are too much alike.
const minTypo = 3

// isTypo reports whether typed is word with one typing error: an extra letter, a missing
// one, a wrong one, or two adjacent letters exchanged. Digits are not mistyped, because
// another number is another name.
func isTypo(typed, word string) bool {
	if len(typed) < minTypo || len(word) < minTypo-1 || typed == word {
		return false
	}
	i := 0
	for i < len(typed) && i < len(word) && typed[i] == word[i] {
		i++
	}
	t, w := typed[i:], word[i:]
	switch len(t) - len(w) {
	case 1:
		return isLetter(t[0]) && t[1:] == w
	case -1:
		return isLetter(w[0]) && t == w[1:]
	case 0:
		if !isLetter(t[0]) || !isLetter(w[0]) {
			return false
		}
		return t[1:] == w[1:] || len(t) > 1 && t[0] == w[1] && t[1] == w[0] && isLetter(t[1]) && t[2:] == w[2:]
	}
	return false
}

func isLetter(c byte) bool { return c < '0' || c > '9' }
