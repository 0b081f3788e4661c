"""A consumer of the client that openapi-python-client generates from openapi.yaml."""

import json
import sys

from plant_store import AuthenticatedClient
from plant_store.api.plants import list_plants
from plant_store.models import Plant, PlantStoreError

base_url, token = sys.argv[1:]


def ask(secret: str, limit: int | None = None) -> PlantStoreError | list[Plant] | None:
    with AuthenticatedClient(base_url=base_url, token=secret) as client:
        if limit is None:
            return list_plants.sync(client=client)
        return list_plants.sync(client=client, limit=limit)


def listed(limit: int | None = None) -> list[dict]:
    answer = ask(token, limit)
    assert isinstance(answer, list), answer
    return [plant.to_dict() for plant in answer]


def refusal(secret: str, limit: int) -> int:
    answer = ask(secret, limit)
    assert isinstance(answer, PlantStoreError), answer
    return answer.error


print(
    json.dumps(
        {
            "all": listed(),
            "first": listed(2),
            "refusedToken": refusal("pst_unknown", 1),
            "invalidLimit": refusal(token, -1),
        }
    )
)
