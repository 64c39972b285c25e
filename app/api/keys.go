// SPDX-License-Identifier: MIT

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

// keyBytes is the randomness of a generated key (bytes). 256 bits are twice the
// number that the contract requires.
const keyBytes = 32

// keyPrefix is the number of characters of a generated key that stay readable. The others
// have 228 random bits.
const keyPrefix = 5

// The least and greatest length of a key (bytes). 22 digits of base64 have 128 bits.
const (
	minKey = 22
	maxKey = 512
)

// The errors of Keys.
var (
	// ErrKeyForm means that a text cannot be a key: it is shorter than 22 or longer than
	// 512 bytes, or contains characters other than printable ASCII.
	ErrKeyForm = errors.New("a key must be 22 to 512 printable ASCII characters without blanks, so that nobody can guess it")
	// ErrKeyKnown means that the key already exists.
	ErrKeyKnown = errors.New("the key already exists")
)

// Keys is a set of API keys, stored only as SHA-256. The zero value is an empty
// set. It is safe for concurrent use.
type Keys struct {
	mu      sync.RWMutex
	records []KeyRecord
	uses    keyUses
}

// KeyRecord is the stored form of a key. It is enough to recognise the key but
// not to present it, and may be written to disk.
type KeyRecord struct {
	ID      string    `json:"id"`      // the first 12 digits of Hash; random in old records
	Name    string    `json:"name"`    // name given by the owner
	Hash    KeyHash   `json:"sha256"`  // of the key's bytes
	Created time.Time `json:"created"` // when it was generated or added

	// Prefix is the beginning of a generated key, by which its owner recognises it.
	Prefix string `json:"prefix,omitempty"`
	// Expires is the time from which on the key is unknown; zero for never.
	Expires time.Time `json:"expires,omitzero"`
	// Rate is the number of requests per second allowed with the key, in place of that of
	// the server; 0 for that of the server.
	Rate float64 `json:"rate_per_second,omitempty"`
	// Quota is the number of requests allowed with the key per day (UTC); 0 for any.
	Quota int `json:"requests_per_day,omitempty"`
}

// KeyHash is the SHA-256 of a key, in JSON as 64 hexadecimal digits.
type KeyHash [sha256.Size]byte

// MarshalText encodes h as hexadecimal digits.
func (h KeyHash) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h[:]), nil }

// UnmarshalText decodes 64 hexadecimal digits.
func (h *KeyHash) UnmarshalText(text []byte) error {
	if len(text) != 2*len(h) {
		return fmt.Errorf("key hash has %d characters, want %d", len(text), 2*len(h))
	}
	if _, err := hex.Decode(h[:], text); err != nil {
		return fmt.Errorf("key hash: %w", err)
	}
	return nil
}

// NewKeys returns a set of the keys in records.
func NewKeys(records ...KeyRecord) *Keys {
	return &Keys{records: slices.Clone(records)}
}

// Generate returns a new key of 256 random bits. Only its hash is stored, so the
// key cannot be shown again.
func (k *Keys) Generate(name string) (key string, record KeyRecord) {
	var b [keyBytes]byte
	_, _ = rand.Read(b[:]) // never fails: it crashes the program instead
	key = base64.RawURLEncoding.EncodeToString(b[:])
	record = newRecord(name, key)
	record.Prefix = key[:keyPrefix]
	k.mu.Lock()
	defer k.mu.Unlock()
	k.records = append(k.records, record)
	return key, record
}

// Add adds a key that its owner chose. The error wraps ErrKeyForm or ErrKeyKnown,
// and never contains the key.
func (k *Keys) Add(name, key string) error {
	if !wellFormedKey(key) {
		return fmt.Errorf("add key %q: %w", name, ErrKeyForm)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, known := k.find(key); known {
		return fmt.Errorf("add key %q: %w", name, ErrKeyKnown)
	}
	k.records = append(k.records, newRecord(name, key))
	return nil
}

// Revoke removes the key with this ID, effective from the next request. It
// reports whether the key existed.
func (k *Keys) Revoke(id string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	before := len(k.records)
	k.records = slices.DeleteFunc(k.records, func(r KeyRecord) bool { return r.ID == id })
	return len(k.records) < before
}

// Replace makes the keys of other the keys of k, effective from the next request.
func (k *Keys) Replace(other *Keys) {
	records := other.Records()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.records = records
}

// Check returns the record of key, and whether key is known and has not expired.
func (k *Keys) Check(key string) (KeyRecord, bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	record, known := k.find(key)
	if known && record.expired() {
		return KeyRecord{}, false
	}
	return record, known
}

// record returns the record of the key with this ID, and whether there is one that has not
// expired.
func (k *Keys) record(id string) (r KeyRecord, valid bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	i := slices.IndexFunc(k.records, func(r KeyRecord) bool { return r.ID == id })
	if i < 0 || k.records[i].expired() {
		return r, false
	}
	return k.records[i], true
}

func (r *KeyRecord) expired() bool { return !r.Expires.IsZero() && !time.Now().Before(r.Expires) }

// Change calls change with the record of the key with this ID, effective from the next
// request. It reports whether the key exists.
func (k *Keys) Change(id string, change func(*KeyRecord)) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.IndexFunc(k.records, func(r KeyRecord) bool { return r.ID == id })
	if i >= 0 {
		change(&k.records[i])
	}
	return i >= 0
}

// Records returns the records of all keys in the order of their creation.
func (k *Keys) Records() []KeyRecord {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return slices.Clone(k.records)
}

// MarshalJSON encodes the records for storage.
func (k *Keys) MarshalJSON() ([]byte, error) { return json.Marshal(k.Records()) }

// UnmarshalJSON replaces the set with stored records.
func (k *Keys) UnmarshalJSON(text []byte) error {
	var records []KeyRecord
	if err := json.Unmarshal(text, &records); err != nil {
		return fmt.Errorf("read keys: %w", err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.records = records
	return nil
}

// find compares key with every record. Its time does not depend on which record
// matches or on how much of the key is right. k.mu must be held.
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
	hash := sha256.Sum256([]byte(key))
	return KeyRecord{ID: hex.EncodeToString(hash[:6]), Name: name, Hash: hash, Created: time.Now().UTC().Truncate(time.Second)}
}

func wellFormedKey(key string) bool {
	if len(key) < minKey || len(key) > maxKey {
		return false
	}
	for i := range len(key) {
		if key[i] <= ' ' || key[i] > '~' {
			return false
		}
	}
	return true
}
