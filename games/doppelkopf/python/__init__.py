"""Doppelkopf above the engine."""
