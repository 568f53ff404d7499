"""The notebook runs from its first cell to its plot and answers its question."""

import nbclient
import nbformat

from tools import ROOT

NOTEBOOK = ROOT / "lab" / "notebooks" / "first_stones.ipynb"


def outputs(cell):
    """Return the outputs of a cell by media type."""
    data_list = [output.get("data", {}) for output in cell.get("outputs", [])]
    return {kind: text for data in data_list for kind, text in data.items()}


def test_the_notebook_runs_from_start_to_plot():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), (
        "it is kept without what it shows"
    )
    where = {"metadata": {"path": str(ROOT)}}
    nbclient.NotebookClient(notebook, timeout=200, startup_timeout=200, resources=where).execute()
    cells = {cell.id: cell for cell in notebook.cells}
    assert outputs(cells["imports"])["image/svg+xml"].startswith("<svg")
    assert "image/png" in outputs(cells["plot"])
    assert cells["told"].outputs[0].text == (
        "Winning first stones: a2 b1 b2 b3 c2.\n"
        "Random games like b2 most, which is proven to win.\n"
        "Of 20 pairs of a winning and a losing stone they put 7 the wrong way round.\n"
    )
    assert "image/svg+xml" in outputs(cells["told"])
