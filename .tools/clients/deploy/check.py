# SPDX-License-Identifier: MIT
"""Prepares the checks of app/roadsnap/deploy that need more than one command.

check.py DEPLOY METRICS RULES writes the expressions of the dashboard as rules to RULES, for
promtool to parse, and fails if an alert or the dashboard uses a metric or a label that the
text METRICS of a real server does not have.
"""

import json
import pathlib
import re
import sys

import yaml

deploy, metrics, rules = (pathlib.Path(p) for p in sys.argv[1:])

dashboard = json.loads((deploy / "dashboard.json").read_text())
expressions = []
for panel in dashboard["panels"]:
    assert panel["targets"], f"panel {panel['title']} shows nothing"
    expressions += [(panel["title"], t["expr"]) for t in panel["targets"]]
rules.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": [
    {"record": f"dashboard:panel:{i}", "expr": e.replace("$__rate_interval", "5m").replace("$job", "roadsnap")}
    for i, (_, e) in enumerate(expressions)
]}]}))

for group in yaml.safe_load((deploy / "alerts.yaml").read_text())["groups"]:
    expressions += [(r["alert"], r["expr"]) for r in group["rules"]]

# The labels of every series of the server, by name.
series = {}
for line in metrics.read_text().splitlines():
    if m := re.match(r"([a-z_]+)(?:\{(.*)\})? ", line):
        series.setdefault(m[1], set()).update(re.findall(r'([a-z_]+)="', m[2] or ""))

faults = []
given = {"job", "instance"}  # by Prometheus
for title, expression in expressions:
    names = re.findall(r"\b((?:roadsnap|process|go)_[a-z_]+)(?:\{([^}]*)\})?", expression)
    used = set(given)
    for name, selector in names:
        if name not in series:
            faults.append(f"{title}: the server has no {name}")
            continue
        used |= series[name]
        for label in re.findall(r"([a-z_]+)\s*[=!]", selector):
            if label not in series[name] | given:
                faults.append(f"{title}: {name} has no label {label}")
    for labels in re.findall(r"\bby \(([^)]*)\)", expression):
        faults += [f"{title}: no label {l}" for l in re.split(r",\s*", labels) if l not in used]

if faults:
    sys.exit("\n".join(faults))
print(f"deploy: {len(expressions)} expressions use what the server has")
