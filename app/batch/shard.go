// SPDX-License-Identifier: MIT

package batch

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// Shard is what one process does: number Index, from 0, of Of.
type Shard struct{ Index, Of int }

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// maxShards is the greatest number of shards.
const maxShards = 100_000

// indexVariables name the number of a task in Kubernetes and in Slurm.
var indexVariables = []string{"JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID"}

// ParseShard parses "i/n". "env/n" takes i from the variable of an Indexed Job of Kubernetes
// or of an array of Slurm.
func ParseShard(text string, lookup func(name string) (string, bool)) (s Shard, err error) {
	index, of, ok := strings.Cut(text, "/")
	if s.Of, err = strconv.Atoi(of); !ok || err != nil || s.Of < 1 || s.Of > maxShards {
		return s, fmt.Errorf("--shard %s: want a number and how many shards there are, such as 0/16 or env/16", text)
	}
	from := "--shard " + text
	if index == "env" {
		index = ""
		for _, name := range indexVariables {
			v, set := lookup(name)
			if !set {
				continue
			}
			if index != "" && v != index {
				return s, fmt.Errorf("--shard %s: %s and %s have different numbers; give the number itself", text, indexVariables[0], indexVariables[1])
			}
			index, from = v, name+"="+v
		}
		if index == "" {
			return s, fmt.Errorf("--shard %s: neither %s nor %s is set", text, indexVariables[0], indexVariables[1])
		}
	}
	if s.Index, err = strconv.Atoi(index); err != nil || s.Index < 0 || s.Index >= s.Of {
		return s, fmt.Errorf("%s: the number of a shard is one from 0 to %d", from, s.Of-1)
	}
	return s, nil
}

// keeps reports whether a trip belongs to the shard.
func (s Shard) keeps(trip string) bool {
	return s.Of == 1 || xxhash.Sum64String(trip)%uint64(s.Of) == uint64(s.Index)
}

// choose returns the inputs of the shard: the largest first, each to the shard with the
// fewest bytes. The inputs keep their order.
func (s Shard) choose(all []input) (chosen []input) {
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[b].file.Size, all[a].file.Size) })
	loads := make([]int64, s.Of)
	mine := make([]bool, len(all))
	for _, i := range order {
		least := 0
		for n := range loads {
			if loads[n] < loads[least] {
				least = n
			}
		}
		loads[least] += all[i].file.Size + 1
		mine[i] = least == s.Index
	}
	for i, in := range all {
		if mine[i] {
			chosen = append(chosen, in)
		}
	}
	return chosen
}
