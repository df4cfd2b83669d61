"""Brings results that were measured elsewhere into results/: each scale of each experiment beside what is kept.

    python tools/import_results.py FOLDER

FOLDER has <paper>/<table>.json as ``kibitz reproduce --results FOLDER`` writes them, and drawings. A result that was
stopped does not replace a better one, nor one of unknown making any other. Afterwards ``kibitz reproduce --pages``
judges again and writes the pages.
"""

import shutil
import sys
from pathlib import Path

from kibitz.experiments import reproduce
from kibitz.experiments.experiment import SCALES, load_all
from kibitz.experiments.provenance import UNKNOWN

RESULTS = Path("results")


def main(folder: Path) -> None:
    """Every result of the folder that is of the experiments as they are now and better than what is kept."""
    for experiment in load_all(Path("experiments")).values():
        found = reproduce.load(experiment, folder)
        for scale in (scale for scale in SCALES if scale in found):
            outcome = reproduce.kept_outcome(experiment, folder, scale)
            if outcome is None or outcome.stale or not outcome.columns:
                print(f"{experiment.id} ({scale}): left out, it has other settings or nothing was measured")
            elif (kept := reproduce.kept_outcome(experiment, RESULTS, scale)) and outcome.made in (kept.made, UNKNOWN):
                print(f"{experiment.id} ({scale}): left out, it is kept or how it was made is not known")
            elif not reproduce.save(outcome, RESULTS):
                print(f"{experiment.id} ({scale}): left out, a better result is kept")
            else:
                told = "complete" if outcome.complete else f"stopped after {outcome.counts}"
                print(f"{experiment.id} ({scale}): {outcome.verdict.verdict}, {told}")
                home = reproduce.json_path(experiment, folder)
                for drawing in home.parent.glob(f"{home.stem}-*.svg"):
                    shutil.copy(drawing, reproduce.json_path(experiment, RESULTS).parent)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
