"""The figures of several workers in one answer: each counts for itself, and is asked when somebody wants to know."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from countermarch.server.forwarding import CLIENT, HOPS, SECRET
from countermarch.server.ownerstore import Peer

PATIENCE = 2.0  # seconds a worker has for its answer
WORKER = "worker"
log = logging.getLogger("countermarch.workers")


class Together(Collector):
    """Every figure of every worker of a house, by its place there."""

    def __init__(
        self,
        own: CollectorRegistry,
        me: Peer,
        peers: Callable[[], Iterable[Peer]],
        secret: str,
        host: str,
        places: int,
    ) -> None:
        self._own, self._me, self._peers, self._places = own, me, peers, places
        self._asking = {"Host": host, SECRET: secret, CLIENT: "", HOPS: "0"}

    def collect(self) -> Iterator[Metric]:
        house = sorted((peer for peer in self._peers() if peer.house == self._me.house), key=lambda peer: peer.slot)
        with ThreadPoolExecutor(max(1, len(house))) as threads:
            told = dict(zip(house, threads.map(self._ask, house), strict=True))
        yield from _merged({str(peer.slot): text for peer, text in told.items() if text is not None})
        answers = GaugeMetricFamily("countermarch_workers", "whether each worker has told its figures", labels=[WORKER])
        heard = {peer.slot for peer, text in told.items() if text is not None}
        for slot in range(self._places):  # of one that is taken for dead, too
            answers.add_metric([str(slot)], float(slot in heard))
        yield answers

    def _ask(self, peer: Peer) -> str | None:
        if peer.id == self._me.id:
            return generate_latest(self._own).decode()
        host, _, port = peer.address.rpartition(":")
        line = HTTPConnection(host.strip("[]"), int(port), timeout=PATIENCE)
        try:
            line.request("GET", "/metrics", headers=self._asking)
            answer = line.getresponse()
            return answer.read().decode() if answer.status == 200 else None
        except (OSError, HTTPException) as error:
            log.warning("worker %d does not tell its figures: %s", peer.slot, error)
            return None
        finally:
            line.close()


def _merged(told: dict[str, str]) -> Iterable[Metric]:
    """Samples of one name stand together, whoever tells them."""
    found: dict[str, Metric] = {}
    for worker, text in told.items():
        for family in text_string_to_metric_families(text):
            one = found.setdefault(family.name, Metric(family.name, family.documentation, family.type))
            one.samples += [sample._replace(labels={**sample.labels, WORKER: worker}) for sample in family.samples]
    return found.values()
