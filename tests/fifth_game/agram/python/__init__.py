"""Agram above the engine."""
