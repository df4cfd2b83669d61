"""Schnapsen above the engine."""
