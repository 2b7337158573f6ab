"""Who may not come any more, by who he is or by the address he comes from; and he is told so."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Mapped, Session, mapped_column

from countermarch.server.people import Asker
from countermarch.server.problems import problem
from countermarch.server.schema import Base
from countermarch.server.store import now

PERSON, ADDRESS = "person", "address"
MAPPED = IPv6Network("::ffff:0:0/96")  # addresses of four parts, written in six
HOUSE = 64  # bits of an address of six parts that one subscriber has


class StoredBan(Base):
    __tablename__ = "bans"

    kind: Mapped[str] = mapped_column(primary_key=True)
    whom: Mapped[str] = mapped_column(primary_key=True)
    reason: Mapped[str]
    created: Mapped[str]


@dataclass(frozen=True, slots=True)
class Ban:
    kind: str
    whom: str  # a person's id, or a network
    reason: str
    created: str

    def document(self) -> dict[str, Any]:
        return asdict(self)


class BanStore:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def all(self) -> list[Ban]:
        with Session(self._engine) as session:
            rows = session.scalars(select(StoredBan).order_by(StoredBan.created))
            return [Ban(row.kind, row.whom, row.reason, row.created) for row in rows]

    def add(self, kind: str, whom: str, reason: str) -> Ban:
        ban = Ban(kind, whom, reason, now())
        with Session(self._engine) as session, session.begin():
            session.merge(StoredBan(**ban.document()))
        return ban

    def lift(self, kind: str, whom: str) -> bool:
        with Session(self._engine) as session, session.begin():
            one = (StoredBan.kind == kind, StoredBan.whom == whom)
            return session.execute(delete(StoredBan).where(*one).returning(StoredBan.whom)).first() is not None


class Bans:
    """What a server knows of them: looked up now and then, asked at every request."""

    def __init__(self, engine: Engine) -> None:
        self._store = BanStore(engine)
        self._people: dict[str, Ban] = {}
        self._networks: dict[IPv4Network | IPv6Network, Ban] = {}
        self.look()

    def look(self) -> None:
        bans = self._store.all()
        self._people = {ban.whom: ban for ban in bans if ban.kind == PERSON}
        self._networks = {ip_network(ban.whom): ban for ban in bans if ban.kind == ADDRESS}

    @property
    def people(self) -> list[str]:
        return list(self._people)

    def check(self, asker: Asker) -> None:
        ban = self.of(asker)
        if ban is not None:
            raise problem(403, "banned", reason=ban.reason or "-")

    def of(self, asker: Asker) -> Ban | None:
        known = self._people.get(asker.person or "")
        if known is not None or not self._networks:
            return known
        here = _address(asker.address)
        return None if here is None else next((ban for net, ban in self._networks.items() if here in net), None)


def network(word: str) -> str | None:
    """What an address stands for, as it is kept: of six parts the whole house. None if it is no address."""
    try:
        found = ip_network(word.strip().strip("[]"), strict=False)
    except ValueError:
        return None
    if isinstance(found, IPv6Network) and found.subnet_of(MAPPED):  # four parts in six: askers are known by the four
        found = IPv4Network((int(found.network_address) & 0xFFFF_FFFF, found.prefixlen - MAPPED.prefixlen))
    if found.version == 6 and found.prefixlen > HOUSE:
        found = found.supernet(new_prefix=HOUSE)
    return str(found)


def _address(told: str) -> Any:
    """Of six parts the first four are told, see `limits`."""
    try:
        return ip_address(f"{told}::" if told.count(":") == 3 else told)
    except ValueError:
        return None
