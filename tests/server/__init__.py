"""Tests of the server; `playing` is a player who speaks its protocol."""
