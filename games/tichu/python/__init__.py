"""Tichu above the engine."""
