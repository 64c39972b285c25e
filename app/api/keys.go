package api

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// keyBytes is the randomness of a generated key: 256 bits, twice what the
// contract asks for, at the cost of 21 characters.
const keyBytes = 32

// The errors of Keys.
var (
	// ErrKeyForm means that a text cannot serve as a key: it is empty, longer
	// than 512 bytes, or holds something else than printable ASCII.
	ErrKeyForm = errors.New("a key must be 1 to 512 printable ASCII characters without blanks")
	// ErrKeyKnown means that the key is there already.
	ErrKeyKnown = errors.New("the key is known already")
)

// Keys is a set of API keys, of which it keeps only the SHA-256. The zero value
// is an empty set. It is safe for concurrent use.
type Keys struct {
	mu      sync.RWMutex
	records []KeyRecord
}

// KeyRecord is what is kept of a key: enough to recognise it, not enough to
// present it. It may be written to disk.
type KeyRecord struct {
	ID      string    `json:"id"`      // random, to name the key by
	Name    string    `json:"name"`    // what its owner calls it
	Hash    KeyHash   `json:"sha256"`  // of the key's bytes
	Created time.Time `json:"created"` // when it was made or added
}

// KeyHash is the SHA-256 of a key; in JSON, 64 hexadecimal digits.
type KeyHash [sha256.Size]byte

// MarshalText writes h in hexadecimal digits.
func (h KeyHash) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h[:]), nil }

// UnmarshalText reads 64 hexadecimal digits.
func (h *KeyHash) UnmarshalText(text []byte) error {
	if len(text) != 2*len(h) {
		return fmt.Errorf("api: key hash: %d characters, want %d", len(text), 2*len(h))
	}
	if _, err := hex.Decode(h[:], text); err != nil {
		return fmt.Errorf("api: key hash: %w", err)
	}
	return nil
}

// NewKeys returns a set of the keys that were recorded before, which may be
// none.
func NewKeys(records ...KeyRecord) *Keys {
	return &Keys{records: slices.Clone(records)}
}

// Generate makes a new key of 256 random bits and returns it: the one time that
// it can be seen. Only its hash is kept.
func (k *Keys) Generate(name string) (key string, record KeyRecord) {
	var b [keyBytes]byte
	_, _ = rand.Read(b[:]) // never fails: it ends the process rather
	key = base64.RawURLEncoding.EncodeToString(b[:])
	record = newRecord(name, key)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.records = append(k.records, record)
	return key, record
}

// Add takes in a key that its owner chose. The error wraps ErrKeyForm or
// ErrKeyKnown, and never holds the key.
func (k *Keys) Add(name, key string) error {
	if !wellFormedKey(key) {
		return fmt.Errorf("api: add key %q: %w", name, ErrKeyForm)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, known := k.find(key); known {
		return fmt.Errorf("api: add key %q: %w", name, ErrKeyKnown)
	}
	k.records = append(k.records, newRecord(name, key))
	return nil
}

// Revoke makes the key with this ID unknown from the next request on. It
// reports whether there was one.
func (k *Keys) Revoke(id string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	before := len(k.records)
	k.records = slices.DeleteFunc(k.records, func(r KeyRecord) bool { return r.ID == id })
	return len(k.records) < before
}

// Check reports whether key is known, and which one it is.
func (k *Keys) Check(key string) (KeyRecord, bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.find(key)
}

// Records returns what is kept of each key, in the order of their making.
func (k *Keys) Records() []KeyRecord {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return slices.Clone(k.records)
}

// MarshalJSON writes the records, for keeping.
func (k *Keys) MarshalJSON() ([]byte, error) { return json.Marshal(k.Records()) }

// UnmarshalJSON replaces the set by the records written before.
func (k *Keys) UnmarshalJSON(text []byte) error {
	var records []KeyRecord
	if err := json.Unmarshal(text, &records); err != nil {
		return fmt.Errorf("api: read keys: %w", err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.records = records
	return nil
}

// find compares key with every record, in a time that does not depend on which
// one it equals nor on how much of it is right. The caller holds mu.
func (k *Keys) find(key string) (found KeyRecord, ok bool) {
	hash := sha256.Sum256([]byte(key))
	at := -1
	for i := range k.records {
		equal := subtle.ConstantTimeCompare(hash[:], k.records[i].Hash[:])
		at = subtle.ConstantTimeSelect(equal, i, at)
	}
	if at < 0 {
		return KeyRecord{}, false
	}
	return k.records[at], true
}

func newRecord(name, key string) KeyRecord {
	var id [6]byte
	_, _ = rand.Read(id[:])
	return KeyRecord{
		ID: hex.EncodeToString(id[:]), Name: name,
		Hash: sha256.Sum256([]byte(key)), Created: time.Now().UTC().Truncate(time.Second),
	}
}

func wellFormedKey(key string) bool {
	if key == "" || len(key) > 512 {
		return false
	}
	for i := range len(key) {
		if key[i] <= ' ' || key[i] > '~' {
			return false
		}
	}
	return true
}
