from urllib.error import HTTPError
from urllib.request import Request, urlopen

from consume import consume
from models import Plants, PlantStoreError


def ask(base_url: str, token: str, limit: int | None) -> list[dict] | int:
    url = f"{base_url}/plants" + ("" if limit is None else f"?limit={limit}")
    try:
        with urlopen(Request(url, headers={"Authorization": f"Bearer {token}"})) as response:
            plants = Plants.model_validate_json(response.read())
    except HTTPError as error:
        return PlantStoreError.model_validate_json(error.read()).error
    return [plant.model_dump(exclude_none=True) for plant in plants.root]


consume(ask)
