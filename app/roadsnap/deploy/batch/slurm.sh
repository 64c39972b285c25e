#!/bin/sh
# SPDX-License-Identifier: MIT
#
# An array of shards for Slurm, one core each:
#
#     sbatch --array=0-15 slurm.sh map.rsp points matched match --per way
#
# Every node must see the program, the map, the points and the outputs. The number of shards is
# that of the array, whose first task must be 0. A task that is requeued, or submitted again, goes
# on after the last output that its manifest has:
#
#     sbatch --array=3,7 --export=ALL,SHARDS=16 slurm.sh map.rsp points matched match --per way
#
#SBATCH --job-name=roadsnap
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu
pack=$1 points=$2 out=$3
shift 3

# Parts of an array do not know how many there are in all.
shards=${SHARDS:-$((SLURM_ARRAY_TASK_MAX + 1))}
export GOMAXPROCS="${SLURM_CPUS_PER_TASK:-1}"

exec "${ROADSNAP:-roadsnap}" batch --pack "$pack" --out "$out" --shard "env/$shards" --resume "$@" "$points"
