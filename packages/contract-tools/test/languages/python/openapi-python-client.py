from consume import consume
from plant_store import AuthenticatedClient
from plant_store.api.plants import list_plants
from plant_store.models import PlantStoreError
from plant_store.types import UNSET


def ask(base_url: str, token: str, limit: int | None) -> list[dict] | int:
    with AuthenticatedClient(base_url=base_url, token=token) as client:
        answer = list_plants.sync(client=client, limit=UNSET if limit is None else limit)
    assert answer is not None
    return answer.error if isinstance(answer, PlantStoreError) else [plant.to_dict() for plant in answer]


consume(ask)
