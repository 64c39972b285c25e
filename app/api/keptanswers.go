// SPDX-License-Identifier: MIT

package api

import (
	"container/list"
	"os"
	"sync"
)

// The bounds of kept answers (bytes, compressed). The borders of all wards at street level
// take about 20 MB. Smaller answers than leastKept are made again as fast as they are sent.
const (
	maxKept       = 256 << 20
	maxKeptAnswer = 64 << 20
	leastKept     = 128 << 10
)

// maxRecorded is the number of answers that are recorded at once.
const maxRecorded = 4

// keptAnswers holds compressed long answers in temporary files, so that they are made once.
// An answer is found by its entity tag, which contains the request and the identity of the
// borders, so that none is outdated. The answer that was not used for the longest time makes
// room for a new one. Where no file can be written, nothing is kept.
type keptAnswers struct {
	mu        sync.Mutex
	total     int64
	byTag     map[string]*list.Element
	recent    list.List       // of *keptAnswer, the last used first
	recording map[string]bool // tags of the answers that are being recorded
}

// keptAnswer is a kept answer. The mutex of its keptAnswers guards users.
type keptAnswer struct {
	tag   string
	file  *os.File
	size  int64
	users int // answers being sent, and one while it is kept
}

func newKeptAnswers() *keptAnswers {
	return &keptAnswers{byTag: make(map[string]*list.Element), recording: make(map[string]bool)}
}

// use returns the answer with a tag, nil if it is not kept. The caller must release it.
func (k *keptAnswers) use(tag string) *keptAnswer {
	k.mu.Lock()
	defer k.mu.Unlock()
	e := k.byTag[tag]
	if e == nil {
		return nil
	}
	k.recent.MoveToFront(e)
	a := e.Value.(*keptAnswer)
	a.users++
	return a
}

// release ends a use of an answer.
func (k *keptAnswers) release(a *keptAnswer) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.drop(a)
}

// drop ends a use of an answer. k.mu must be held.
func (k *keptAnswers) drop(a *keptAnswer) {
	if a.users--; a.users == 0 {
		discardFile(a.file)
	}
}

// forgetLast drops the answer that was not used for the longest time. k.mu must be held.
func (k *keptAnswers) forgetLast() {
	last := k.recent.Remove(k.recent.Back()).(*keptAnswer)
	delete(k.byTag, last.tag)
	k.total -= last.size
	k.drop(last)
}

// close drops all answers.
func (k *keptAnswers) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for k.recent.Len() > 0 {
		k.forgetLast()
	}
}

// record returns a recording of the answer with a tag, nil if it is recorded already, or too
// many others are. The caller must call end.
func (k *keptAnswers) record(tag string) *answerRecording {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.recording) >= maxRecorded || k.recording[tag] || k.byTag[tag] != nil {
		return nil
	}
	file, err := os.CreateTemp("", "roadsnap-answer-*")
	if err != nil {
		return nil
	}
	_ = os.Remove(file.Name()) // Windows removes it in discardFile
	k.recording[tag] = true
	return &answerRecording{of: k, answer: &keptAnswer{tag: tag, file: file, users: 1}}
}

// discardFile closes and removes a temporary file.
func discardFile(f *os.File) {
	_ = f.Close()
	_ = os.Remove(f.Name())
}

// answerRecording collects a compressed answer while it is sent. A nil one collects nothing.
type answerRecording struct {
	of     *keptAnswers
	answer *keptAnswer
	failed bool // it is too long, or the disk is full
}

func (r *answerRecording) add(piece []byte) {
	if r == nil || r.failed {
		return
	}
	r.answer.size += int64(len(piece))
	if r.answer.size > maxKeptAnswer {
		r.failed = true
		return
	}
	_, err := r.answer.file.Write(piece)
	r.failed = err != nil
}

// end keeps the answer if it is complete and long enough.
func (r *answerRecording) end(complete bool) {
	if r == nil {
		return
	}
	k, a := r.of, r.answer
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.recording, a.tag)
	if !complete || r.failed || a.size < leastKept {
		k.drop(a)
		return
	}
	k.byTag[a.tag] = k.recent.PushFront(a)
	for k.total += a.size; k.total > maxKept; {
		k.forgetLast()
	}
}
