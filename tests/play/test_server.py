"""The server: what it refuses, how it streams, and what it leaves behind."""

import http.client
import json
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest
import uvicorn
from support.puzzles import IDP_7X7, LATTICE
from support.waiting import PATIENCE, cpu_seconds, descendants, have_ended, started

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.play import server
from galaxies_asp.play.server import MAX_BODIES, MAX_BODY, STATIC
from galaxies_asp.play.workers import Workers

MOVE = {"ask": "load", "board": sheet_of(IDP_7X7).plain()}
SPARSE = Puzzle(40, 40, [(x, y) for x in range(5, 80, 10) for y in range(5, 80, 10)])
ENDLESS = {"ask": "count", "board": sheet_of(SPARSE).plain()}
"""Its limit of 300 seconds is longer than the tests wait."""


def request(
    address: str,
    method: str,
    path: str,
    body: bytes | None = None,
    **headers: str,
) -> tuple[int, bytes, dict[str, str]]:
    """Send a request; return the status, the body and the headers of the answer."""
    host = urlsplit(address).netloc
    connection = http.client.HTTPConnection(host, timeout=PATIENCE)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, sent)
    answer = connection.getresponse()
    found = answer.status, answer.read(), {k.lower(): v for k, v in answer.getheaders()}
    connection.close()
    return found


def ask(address: str, fields: Any, **headers: str) -> tuple[int, list[Any]]:
    """Ask as the page does; return the status and the events."""
    usual = {"Content_Type": "application/json", "Origin": address.rstrip("/")}
    body = fields if isinstance(fields, bytes) else json.dumps(fields).encode()
    status, data, _ = request(address, "POST", "/answers", body, **usual | headers)
    return status, [json.loads(line) for line in data.splitlines()]


def test_the_page_is_served_with_a_strict_policy(address: str) -> None:
    for path in ("/", "/main.js", "/style.css", "/missing"):
        _, _, headers = request(address, "GET", path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
    assert request(address, "GET", "/")[1].startswith(b"<!doctype html>")


def test_a_request_grants_itself_no_folder(address: str) -> None:
    folder = str(data_folder("encodings") / "galaxies")
    board = {"family": folder, "facts": "width(2). height(2)."}
    _, events = ask(address, {"ask": "load", "board": board, "folder": folder})
    assert "the page plays" in events[-1]["error"]
    _, events = ask(address, {"ask": "course", "lessons": "/etc/hostname"})
    assert events[-1]["answer"]["title"] == "The rules as a program"


def test_the_page_is_small_and_has_no_third_party_code() -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) <= 240_000
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert "innerHTML" not in text
        assert "https://" not in text


@pytest.mark.slow
def test_moves_and_long_requests_are_answered(address: str) -> None:
    status, events = ask(address, MOVE)
    assert status == 200
    assert not events[-1]["answer"]["puzzles"][0]["progress"]["faults"]
    board_ = sheet_of(LATTICE).plain()
    status, events = ask(address, {"ask": "solutions", "board": board_})
    assert any("progress" in event for event in events)
    assert len(events[-1]["answer"]["solutions"]) == 200


def test_a_field_of_a_wrong_kind_gets_an_error(address: str) -> None:
    status, events = ask(address, {"ask": "hint", "under": 5})
    assert (status, events) == (200, [{"error": "a request is a JSON object"}])


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "10.0.0.1"])
def test_a_foreign_host_is_refused(address: str, host: str) -> None:
    for method, path in (("GET", "/"), ("POST", "/answers")):
        status, data, _ = request(address, method, path, Host=host)
        assert status == 400
        assert b"Galaxies" not in data


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1", ""]
)
def test_a_foreign_origin_is_refused(address: str, origin: str) -> None:
    status, events = ask(address, MOVE, Origin=origin)
    assert status == 403
    assert "error" in events[0]


def test_other_content_is_refused(address: str) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        assert ask(address, MOVE, Content_Type=kind)[0] == 415
    assert ask(address, b"not json")[0] == 400
    assert ask(address, b"[" * 100_000)[0] == 400
    assert request(address, "GET", "/answers")[0] in (404, 405)


def test_a_large_body_is_refused(address: str) -> None:
    try:
        status, _ = ask(address, b'"' + b"x" * (MAX_BODY + 1) + b'"')
    except (ConnectionError, http.client.HTTPException):
        return  # refused while it was sent
    assert status == 413


@pytest.mark.parametrize(
    "path",
    [
        *("/../server.py", "/%2e%2e/server.py", "/..%2fserver.py"),
        *("//etc/passwd", "/static/../../server.py", "/%00", "/server.py"),
    ],
)
def test_nothing_outside_the_folder_is_served(address: str, path: str) -> None:
    status, data, _ = request(address, "GET", path)
    assert status in (400, 404)
    assert b"import" not in data
    assert b"root:" not in data


@pytest.mark.slow
def test_a_request_that_is_given_up_is_ended(address: str) -> None:
    """Closing the connection ends the process that worked on the request."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
    headers = {"Content-Type": "application/json", "Origin": address.rstrip("/")}
    connection.request("POST", "/answers", json.dumps(ENDLESS), headers)
    worker = _worker_at_work()
    connection.close()
    assert have_ended([worker])
    assert ask(address, MOVE)[0] == 200


def _worker_at_work() -> psutil.Process:
    """Return a process below a server that works for longer than it takes to start."""

    def seconds() -> dict[psutil.Process, float]:
        servers = psutil.Process().children()
        return {one: cpu_seconds(one) for it in servers for one in descendants(it.pid)}

    before = seconds()
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for one, spent in seconds().items():
            if spent > before.get(one, 0) + 2:
                return one
        time.sleep(0.02)
    raise AssertionError("nothing works")


def test_an_aborted_upload_is_dropped(address: str) -> None:
    """No traceback is printed, which the fixture sees at the end."""
    host, port = urlsplit(address).hostname, urlsplit(address).port
    head = f"Host: {host}:{port}\r\nOrigin: {address.rstrip('/')}\r\n"
    head += "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n"
    with socket.create_connection((host, port), timeout=PATIENCE) as upload:
        upload.sendall(f'POST /answers HTTP/1.1\r\n{head}{{"ask"'.encode())
    assert ask(address, MOVE)[0] == 200


def test_endless_programs_delay_no_hint(address: str) -> None:
    """More programs than the page works on at once; none ends before the hint."""
    fields = {"ask": "experiment", "board": MOVE["board"]}
    body = json.dumps(fields | {"program": "a(0). a(X+1) :- a(X)."})
    headers = {"Content-Type": "application/json", "Origin": address.rstrip("/")}
    programs = []
    for _ in range(4):
        programs.append(http.client.HTTPConnection(urlsplit(address).netloc))
        programs[-1].request("POST", "/answers", body, headers)
    status, events = ask(address, {"ask": "hint", "board": MOVE["board"]})
    assert status == 200
    assert events[-1]["answer"]["marks"]
    for program in programs:
        assert program.sock is not None
        is_answered = bool(select.select([program.sock], [], [], 0)[0])
        assert not is_answered or b"{" not in program.sock.recv(10_000)
        program.close()


@pytest.mark.slow
def test_two_requests_do_not_disturb_each_other(address: str) -> None:
    """A move is answered while another request is worked on."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
    headers = {"Content-Type": "application/json", "Origin": address.rstrip("/")}
    connection.request("POST", "/answers", json.dumps(ENDLESS), headers)
    _worker_at_work()
    assert ask(address, MOVE)[0] == 200
    status, events = ask(address, {"ask": "hint", "board": MOVE["board"]})
    assert status == 200
    assert events[-1]["answer"]["marks"]
    connection.close()


@pytest.mark.slow("a server is interrupted")
def test_ctrl_c_leaves_no_process() -> None:
    """Not even while a request is worked on."""
    command = [sys.executable, "-m", "galaxies_asp", "play", "--no-browser"]
    with started(
        [*command, "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        address = process.stdout.readline().strip()
        connection = http.client.HTTPConnection(
            urlsplit(address).netloc, timeout=PATIENCE
        )
        headers = {"Content-Type": "application/json", "Origin": address.rstrip("/")}
        connection.request("POST", "/answers", json.dumps(ENDLESS), headers)
        _worker_at_work()
        children = descendants(process.pid)
        assert children
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert "Traceback" not in errors
        connection.close()
    assert have_ended(children)


def test_other_verbs_do_not_import_the_server() -> None:
    program = "import sys, galaxies_asp, galaxies_asp.cli.solve as solve; "
    program += "sys.exit(bool({'starlette', 'uvicorn'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


@pytest.mark.slow
def test_a_port_in_use_is_named(address: str) -> None:
    port = urlsplit(address).port
    command = ["-m", "galaxies_asp", "play", "--no-browser", "--port", str(port)]
    ended = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, timeout=PATIENCE
    )
    assert ended.returncode == 2
    assert "in use" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serve in this process, waiting for a fifth of a second; give the address."""
    monkeypatch.setattr(server, "PATIENCE", 0.2)
    workers = Workers()
    running = uvicorn.Server(server.configured(workers))
    with socket.create_server(("127.0.0.1", 0)) as bound:
        thread = threading.Thread(target=running.run, kwargs={"sockets": [bound]})
        thread.start()
        yield f"http://127.0.0.1:{bound.getsockname()[1]}/"
        running.should_exit = True
        thread.join(PATIENCE)
    assert not thread.is_alive()


def unfinished(address: str, length: int, sent: int) -> socket.socket:
    """Send the head of a request, and a part of its body."""
    host, port = urlsplit(address).netloc.split(":")
    connection = socket.create_connection((host, int(port)), timeout=PATIENCE)
    head = (
        f"POST /answers HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}"
    )
    head += f"\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    connection.sendall(head.encode() + b" " * sent)
    return connection


@pytest.mark.parametrize("part", [b"", b"POST /answ", b"GET / HTTP/1.1\r\nHost: a\r\n"])
def test_a_request_without_an_end_is_closed(impatient: str, part: bytes) -> None:
    """Also the second one of a connection."""
    host, port = urlsplit(impatient).netloc.split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        for _ in range(2):
            if part:
                whole = f"GET /main.js HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n"
                connection.sendall(whole.encode())
            connection.sendall(part)
            with suppress(ConnectionError):
                while connection.recv(100_000):
                    pass
                break
    with unfinished(impatient, 1000, 10) as connection, suppress(ConnectionError):
        assert b" 200 " not in connection.recv(1000)
    assert request(impatient, "GET", "/main.js")[0] == 200


@pytest.mark.slow
def test_unfinished_requests_hold_little_memory(serve: Any) -> None:
    others = descendants()
    address = serve()
    (owner,) = (
        one for one in descendants() if one not in others and "play" in one.cmdline()
    )
    ask(address, MOVE)
    before = owner.memory_info().rss
    with ExitStack() as stack:
        for _ in range(30):
            with suppress(ConnectionError):
                stack.enter_context(unfinished(address, MAX_BODY, MAX_BODY - 1))
        assert ask(address, MOVE)[0] == 200
        assert owner.memory_info().rss - before < 2 * MAX_BODIES
    assert ask(address, MOVE)[0] == 200
