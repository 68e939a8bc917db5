"""The values of a table's cards in a hall elsewhere, each with its source."""

import json
from http.client import HTTPException
from urllib.request import ProxyHandler, build_opener

from budokan.kit.provenance import Sourced
from budokan.terminal.hosts.remote_deals import get


def table_values(base: str, table: str, component: str) -> list[Sourced]:
    """Every value of a component; none if the hall does not tell them."""
    try:
        body = get(build_opener(ProxyHandler({})), f"{base}/api/tables/{table}/cards")
        return [
            Sourced(each["label"], each["value"], each["source"], each["note"], each["clause"])
            for each in json.loads(body)["components"].get(component, [])
        ]
    except (HTTPException, OSError, ValueError, KeyError, TypeError, AttributeError):
        return []
