"""The larger networks of Kibitz, as files beside this one; ``kibitz.nets`` finds them here."""
