# common.sh is sourced by the scripts .tools/clients/NAME/run. Each checks the real server
# with programs that others wrote, and fails if they do not get on with it.
#
# It sets work to bin/clients/NAME, where such a script keeps all that it installs and
# generates. bin/roadsnap must have been built.
set -eu
name=$(basename "$PWD")
top=$(cd ../../.. && pwd)
work=$top/bin/clients/$name
mkdir -p "$work"

fail() {
	printf '%s: %s\n' "$name" "$*" >&2
	exit 1
}

# install_node copies package.json and its lock file to $work, and installs what they pin
# unless that was done before.
install_node() {
	cmp -s package-lock.json "$work/node_modules/.fetched" && return
	cp package.json package-lock.json "$work/"
	(cd "$work" && npm ci --ignore-scripts --no-audit --no-fund --loglevel error) ||
		fail "npm could not install package-lock.json: check the network and try again."
	cp package-lock.json "$work/node_modules/.fetched"
}

# install_python installs what requirements.txt pins into $work/venv unless that was done
# before. The file has the hashes of all packages.
install_python() {
	cmp -s requirements.txt "$work/venv/.fetched" && return
	rm -rf "$work/venv"
	python3 -m venv "$work/venv"
	"$work/venv/bin/pip" install -q --disable-pip-version-check --require-hashes -r requirements.txt ||
		fail "pip could not install requirements.txt: check the network and try again."
	cp requirements.txt "$work/venv/.fetched"
}

# serve FLAG... starts the server on a free port with these flags. It sets ROADSNAP_URL and
# ROADSNAP_API_KEY for the programs that the script runs, and stops the server when the
# script ends. The log of the server is $work/server.log.
serve() {
	ROADSNAP_API_KEY=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
	export ROADSNAP_API_KEY
	: >"$work/server.log" # the loop reads it, maybe before the server runs
	"$top/bin/roadsnap" serve --addr 127.0.0.1:0 "$@" 2>"$work/server.log" &
	server=$!
	trap 'kill $server 2>/dev/null || true; wait $server 2>/dev/null || true' EXIT
	while
		ROADSNAP_URL=$(sed -n 's,.* described at \(http.*\)/openapi.json$,\1,p' "$work/server.log")
		[ -z "$ROADSNAP_URL" ]
	do
		kill -0 $server 2>/dev/null || fail "the server did not start: $(cat "$work/server.log")"
		sleep 0.1
	done
	export ROADSNAP_URL
}
