"""Learners that repeat what a paper on this game did, found by their names: see ``kibitz.learning``."""
