"""The table: people and agents play over the network, with hints, beliefs and reviews."""
