"""Batches: many games at once, each exactly as it would be played alone."""

import numpy as np
import pytest

import tablee
from tablee import batch, cuda
from tablee.errors import BadAction, BadOption, BadSeat, IllegalAction

pytestmark = pytest.mark.xdist_group("stick-em")  # one worker compiles for all of these

SETUP = tablee.game("stick-em", players=4, rounds=1)


def test_results_depend_on_the_seed_and_not_on_the_threads() -> None:
    one = batch.playouts(SETUP, 3000, seed=5, jobs=1)
    two = batch.playouts(SETUP, 3000, seed=5, jobs=3)
    fewer = batch.playouts(SETUP, 1500, seed=5, jobs=2)
    other = batch.playouts(SETUP, 3000, seed=6)
    assert (one.scores == two.scores).all()
    assert (one.scores[:1500] == fewer.scores).all()
    assert (one.scores != other.scores).any()
    assert (one.decisions == 60).all()


def test_progress_adds_up() -> None:
    told: list[int] = []
    batch.playouts(SETUP, 2500, progress=told.append)
    assert sum(told) == 2500
    assert len(told) > 1


def test_seeds_are_the_same_from_wherever_one_starts() -> None:
    whole = batch.seeds(1, 0, 5000)
    assert (batch.seeds(1, 3000, 1500) == whole[3000:4500]).all()
    assert len(np.unique(whole)) == whole.size
    assert (batch.seeds(2, 0, 8) != whole[:8]).any()


def test_a_batch_plays_each_game_as_a_match_would() -> None:
    games = batch.Batch(SETUP, size=1500, seed=9)  # more than one part, so that threads are used
    match = tablee.Match(SETUP, seed="".join(f"{word:016x}" for word in batch.seeds(9, 1234, 1)[0].tolist()))
    assert games.states[1234].tobytes() == match.state.tobytes()
    while not games.over.all():
        legal = games.legal()
        seat = int(games.seats[1234])
        assert np.flatnonzero(legal[1234]).tolist() == match.legal(seat)
        assert games.views()[1234].tobytes() == match.view(seat).tobytes()
        actions = legal.argmax(axis=1)
        match.play(seat, int(actions[1234]))
        games.step(actions)
        assert games.states[1234].tobytes() == match.state.tobytes()
    assert games.scores()[1234].tolist() == match.scores
    assert match.over


def test_one_illegal_action_moves_no_game() -> None:
    games = batch.Batch(SETUP, size=10, seed=1)
    actions = games.legal().argmax(axis=1)
    before = games.states.tobytes()
    for wrong in (-1, 0, 5, 10**6, 2**40):
        actions[7] = wrong
        with pytest.raises(IllegalAction, match=f"game 7: seat {games.seats[7]} cannot take action {wrong} now"):
            games.step(actions)
    with pytest.raises(IllegalAction, match="one action for each of the 10 games"):
        games.step(actions[:3])
    assert games.states.tobytes() == before


def test_where_several_may_act_all_of_them_do() -> None:
    games = batch.Batch(SETUP, size=400, seed=3)
    assert set(games.seats.tolist()) == {0, 1, 2, 3}  # all choose their curses at once
    assert (games.seats == batch.Batch(SETUP, size=400, seed=3).seats).all()


def test_asking_others() -> None:
    games = batch.Batch(SETUP, size=3, seed=3)
    games.ask(np.array([2, 0, -1]))
    assert games.legal().sum(axis=1).tolist() == [15, 15, 0]
    games.step(games.legal().argmax(axis=1))
    assert games.states["chosen"][:, :4].tolist() == [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 0]]
    for wrong in ([4, 0, 0], [-2, 0, 0], [0, 0]):
        with pytest.raises(BadSeat, match="0 to 3, or -1, for each of the 3 games"):
            games.ask(np.array(wrong))


@pytest.mark.parametrize("wrong", [{"games": 0}, {"games": 10.0}, {"games": "10"}, {"games": 10, "jobs": 0}])
def test_wrong_numbers(wrong: dict) -> None:
    with pytest.raises(BadOption, match="whole number of at least 1"):
        batch.playouts(SETUP, **wrong)
    with pytest.raises(BadOption, match="whole number of at least 1"):
        batch.Batch(SETUP, size=0)


def test_what_is_no_setup() -> None:
    with pytest.raises(BadOption, match=r'such as tablee.game\("stick-em", players=4\); got .stick-em.'):
        batch.playouts("stick-em", 10)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match=r"got <Game stick-em>"):
        tablee.Match(tablee.find("stick-em"))  # type: ignore[arg-type]


def test_nothing_is_rounded() -> None:
    games = batch.Batch(SETUP, size=2, seed=1)
    with pytest.raises(BadAction, match="actions are an array of whole numbers; got one of float64"):
        games.step(games.legal().argmax(axis=1) + 0.9)


def test_without_a_gpu_it_is_said() -> None:
    if cuda.available():
        assert (cuda.playouts(SETUP, 300, 4).scores == batch.playouts(SETUP, 300, 4).scores).all()
    else:
        with pytest.raises(cuda.NoGpu, match=r"install tablee\[cuda\]"):
            cuda.playouts(SETUP, 300, 4)
