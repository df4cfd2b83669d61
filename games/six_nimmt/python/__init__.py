"""6 nimmt! above the engine."""
