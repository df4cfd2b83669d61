"""Analyses of papers on this game that are no matches, found by their names: see ``kibitz.experiments.analyses``."""
