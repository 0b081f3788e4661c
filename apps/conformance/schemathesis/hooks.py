"""Tells the harness what schemathesis sends, receives and finds, as it happens; and checks what only its traffic shows.

The harness reads one JSON object per line from the file descriptor that PLANT_STORE_LINES names:

  {"exchange": {...}}   a request and its answer, by the id of the test case
  {"verdict": {...}}    which checks the exchange passed, and which it failed
  {"error": {...}}      why something could not be tested
  {"done": true}        schemathesis tested everything it had to, and was not interrupted
"""

import base64
import http.client
import json
import os
import re
import shutil
import sys
import threading
import time
from urllib.parse import parse_qs, urlsplit

import schemathesis
import schemathesis.cli

lines = os.fdopen(int(os.environ["PLANT_STORE_LINES"]), "w", encoding="utf-8")
writing = threading.Lock()
told = set()


def tell(kind, value):
    with writing:
        lines.write(json.dumps({kind: value}, default=str) + "\n")
        lines.flush()


def leave_with_parent():
    """Standard input ends when the harness does, however it ends: nothing keeps running, and nothing is left behind."""
    while os.read(0, 1024):
        pass
    shutil.rmtree(os.environ["PLANT_STORE_RUN"], ignore_errors=True)
    os._exit(1)


threading.Thread(target=leave_with_parent, daemon=True).start()


read_status = http.client.HTTPResponse._read_status


def read_final_status(response):
    """Any number of interim answers may precede the final one (RFC 9110, 15.2), such as 103 Early Hints.

    Python's client skips only 100. It takes any other interim answer for the final one, and the final answer for that
    to the next request. So each is reported to it as 100. 101 is final: what follows is not HTTP.
    """
    version, status, reason = read_status(response)
    return version, 100 if 101 < status < 200 else status, reason


http.client.HTTPResponse._read_status = read_final_status
# HTTP sets no limit on the number of header lines (RFC 9110, 5.4); Python's client accepts a hundred.
http.client._MAXHEADERS = 1000


def encode(octets):
    return base64.b64encode(octets or b"").decode("ascii")


def describe_request(request):
    body = request.body.encode() if isinstance(request.body, str) else request.body
    return {
        "method": request.method,
        "url": getattr(request, "url", None) or request.uri,
        # `requests` has one text for each name, the recorder has a list.
        "headers": {
            name: value if isinstance(value, str) else value[0] for name, value in request.headers.items()
        },
        "body": encode(body),
    }


def tell_exchange(case, request, response=None, no_response=None):
    if case not in told:
        told.add(case)
        answer = response and {
            "version": response.http_version,
            "status": response.status_code,
            "reason": response.message,
            "headers": response.headers,
            "body": encode(response.content),
            "durationMs": response.elapsed * 1000,
        }
        tell(
            "exchange",
            {
                "case": case,
                "endedAt": time.time() * 1000,
                "request": describe_request(request),
                "answer": answer or None,
                "noResponse": no_response,
            },
        )


def name_no_response(fault):
    """What a failed call saw: nothing in time, no connection, or less than a whole answer."""
    name = type(fault).__name__
    if "Timeout" in name:
        return "timeout"
    if re.search("NewConnectionError|refused|Name or service|nodename", str(fault)):
        return "unreachable"
    return "closed" if "without response" in str(fault) else "reset"


@schemathesis.hook
def before_call(context, case, kwargs):
    # A redirect is an answer to judge, not one to follow.
    kwargs["allow_redirects"] = False


@schemathesis.hook
def after_call(context, case, response):
    tell_exchange(case.id, response.request, response)
    # Header lines of one name form one value (RFC 9110, 5.3), but the header check looks only at the first. Python's
    # client keeps the whitespace after a value, which is not part of it (5.5).
    for name, values in response.headers.items():
        values = [value.strip(" \t") for value in values]
        response.headers[name] = values if name == "set-cookie" else [", ".join(values)]


@schemathesis.hook
def after_network_error(context, case, request):
    tell_exchange(case.id, request, no_response=name_no_response(sys.exc_info()[1]))


@schemathesis.cli.handler()
class Verdicts(schemathesis.cli.EventHandler):
    """The results of checks are known when a scenario ends, as are the requests that checks made themselves."""

    def __init__(self, *args, **params):
        pass

    def handle_event(self, ctx, event):
        name = type(event).__name__
        if name == "ScenarioFinished":
            tell_scenario(event.recorder)
        elif name == "NonFatalError":
            tell_error(event.value)
        elif name == "FatalError":
            tell_error(event.exception)
        elif name == "EngineFinished" and event.stop_reason == "completed":
            tell("done", True)


def tell_error(fault):
    tell("error", {"kind": type(fault).__name__, "message": str(fault)})


def tell_scenario(recorder):
    for case, interaction in recorder.interactions.items():
        if interaction.response is not None:
            tell_exchange(case, interaction.request, interaction.response)
    for case, checks in recorder.checks.items():
        tell(
            "verdict",
            {
                "case": case,
                "passed": [check.name for check in checks if check.failure_info is None],
                "failures": [describe_failure(check) for check in checks if check.failure_info is not None],
            },
        )


def describe_failure(check):
    failure = check.failure_info.failure
    details = {name: getattr(failure, name, None) for name in DETAILS}
    return {
        "check": check.name,
        "kind": type(failure).__name__,
        "message": failure.message,
        # A check that sent a request of its own names that request.
        "case": failure.case_id,
        **{name: value for name, value in details.items() if value is not None},
    }


# The attributes in which schemathesis says where a failure is.
DETAILS = ("schema_path", "instance_path", "instance", "missing_headers")


@schemathesis.check
def limit_caps_the_list(ctx, response, case):
    """With limit=n, at most n plants come back, whatever else is in the query."""
    given = parse_qs(urlsplit(response.request.url).query, keep_blank_values=True).get("limit", [])
    if response.status_code != 200 or len(given) != 1 or not re.fullmatch("0|[1-9][0-9]{0,9}", given[0]):
        return
    try:
        plants = json.loads(response.content)
    except ValueError:
        return  # Other checks report that.
    if isinstance(plants, list) and len(plants) > int(given[0]):
        raise AssertionError(f"limit={given[0]} gave {len(plants)} plants.")
