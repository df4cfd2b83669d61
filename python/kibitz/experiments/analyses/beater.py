"""How the table of Leiden 2017 learns: its change per block of rounds, and how often it predicts right."""
