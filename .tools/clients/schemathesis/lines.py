"""Teaches Schemathesis lines of JSON: each line has the schema `contentSchema`, so a body is an
array of such values."""

import json

import schemathesis

LINES = "application/x-ndjson"


def arrays(node):
    """Replace the schemas of lines below node by those of arrays."""
    if isinstance(node, list):
        for child in node:
            arrays(child)
    elif isinstance(node, dict):
        if LINES in node:
            node[LINES]["schema"] = {"type": "array", "items": node[LINES]["schema"]["contentSchema"]}
        for child in node.values():
            arrays(child)


@schemathesis.hook
def before_load_schema(context, raw_schema):
    arrays(raw_schema)


@schemathesis.serializer(LINES)
def lines(context, value):
    if isinstance(value, str):  # an example
        return value.encode()
    return "".join(json.dumps(line) + "\n" for line in (value if isinstance(value, list) else [value])).encode()


@schemathesis.deserializer(LINES)
def values(context, response):
    return [json.loads(line) for line in response.content.splitlines()]
