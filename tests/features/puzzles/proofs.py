"""The engine's worker for sessions: it proves the position of an open puzzle."""

from random import Random

from greylox_web.engine import messages
from greylox_web.engine.service import Service
from greylox_web.features.puzzles.own_puzzle import OwnPosition, ProofActivity, read_path
from greylox_web.session.requests import EngineReport, make_search_request
from greylox_web.session.session import Session
from greylox_web.session.update import update


def reports(session: Session) -> list[messages.SearchReport]:
    """The reports of the worker on the session's request."""
    search = session.engine.active_search
    assert search is not None
    assert search.purpose == "proof"
    service = Service(Random(1))
    line = service.begin(messages.write_request(make_search_request(session, search)))
    found = [messages.read_report(line)]
    while not found[-1].final:
        found.append(messages.read_report(service.slice_(search.ticket, 1000)))
    return found


def prove(session: Session) -> Session:
    """The session after the proof."""
    for report in reports(session):
        session = update(session, EngineReport(report))
    return session


def own_position(path: str) -> OwnPosition:
    """The position of an address that can be read."""
    position = read_path(path)
    assert isinstance(position, OwnPosition)
    return position


def open_proof(session: Session) -> ProofActivity:
    """The proof of the session."""
    proof = session.activity(ProofActivity.name)
    assert isinstance(proof, ProofActivity)
    return proof
