"""The lab: agents meet, results are kept."""
