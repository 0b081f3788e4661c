"""Serves plants with FastAPI and PyJWT."""

import json
import sys
from typing import Annotated

import jwt
import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Query
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel
from starlette.exceptions import HTTPException as StarletteHTTPException

with open(sys.argv[1], encoding="utf-8") as file:
    data = json.load(file)


class Plant(BaseModel):
    name: str
    tag: str | None = None


plants_of = {user["name"]: [Plant(**plant) for plant in user["plants"]] for user in data["users"]}

app = FastAPI()


def get_current_user(credentials: Annotated[HTTPAuthorizationCredentials, Depends(HTTPBearer())]) -> str:
    refusal = HTTPException(
        status_code=401,
        detail="Could not validate credentials",
        headers={"WWW-Authenticate": "Bearer"},
    )
    try:
        payload = jwt.decode(credentials.credentials, data["secret"], algorithms=["HS256"])
    except jwt.InvalidTokenError:
        raise refusal
    if payload.get("sub") not in plants_of:
        raise refusal
    return payload["sub"]


@app.get("/plants", response_model_exclude_none=True)
def list_plants(
    user: Annotated[str, Depends(get_current_user)],
    limit: Annotated[int | None, Query(ge=0)] = None,
) -> list[Plant]:
    return plants_of[user][:limit]


@app.exception_handler(StarletteHTTPException)
def http_exception_handler(request, exc):
    content = {"error": exc.status_code, "message": exc.detail}
    return JSONResponse(content, status_code=exc.status_code, headers=exc.headers)


@app.exception_handler(RequestValidationError)
def validation_exception_handler(request, exc):
    message = "; ".join(error["msg"] for error in exc.errors())
    return JSONResponse({"error": 400, "message": message}, status_code=400)


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[2]))
