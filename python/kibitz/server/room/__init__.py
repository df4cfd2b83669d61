"""A table with its network: the sockets of its people, the agents that play, pauses and hints. One idea a file."""

from kibitz.server.room.book import finish
from kibitz.server.room.client import Client
from kibitz.server.room.room import Room

__all__ = ["Client", "Room", "finish"]
