"""What servers that are forked have in common: all is imported, boards are known."""

from countermarch.server.app import prepare

prepare()
