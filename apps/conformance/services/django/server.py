"""Serves plants with Django REST framework on Gunicorn."""

import json
import sys

import django
from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=["*"],
    APPEND_SLASH=False,
    ROOT_URLCONF=__name__,
    REST_FRAMEWORK={
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "UNAUTHENTICATED_USER": None,
        "EXCEPTION_HANDLER": f"{__name__}.explain",
    },
)
django.setup()

from django.core.wsgi import get_wsgi_application
from django.http import JsonResponse
from django.urls import path
from gunicorn.app.base import BaseApplication
from rest_framework import exceptions, serializers
from rest_framework.authentication import TokenAuthentication
from rest_framework.response import Response
from rest_framework.views import APIView, exception_handler

with open(sys.argv[1], encoding="utf-8") as file:
    plants_of = {user["token"]: user["plants"] for user in json.load(file)["users"]}


class BearerAuthentication(TokenAuthentication):
    keyword = "Bearer"

    def authenticate_credentials(self, key):
        if key not in plants_of:
            raise exceptions.AuthenticationFailed("Invalid token.")
        return key, None


class Query(serializers.Serializer):
    limit = serializers.IntegerField(min_value=0, required=False)


class Plants(APIView):
    authentication_classes = [BearerAuthentication]

    def get(self, request):
        if request.user is None:
            raise exceptions.NotAuthenticated()
        query = Query(data=request.query_params)
        query.is_valid(raise_exception=True)
        plants = plants_of[request.user]
        return Response(plants[: query.validated_data.get("limit")])


def failure(status, message):
    return {"error": status, "message": message}


def explain(error, context):
    response = exception_handler(error, context)
    if response is not None:
        response.data = failure(response.status_code, str(error))
    return response


def handler404(request, exception):
    return JsonResponse(failure(404, "Not found."), status=404)


urlpatterns = [path("plants", Plants.as_view())]


class Server(BaseApplication):
    def load_config(self):
        self.cfg.set("bind", f"127.0.0.1:{sys.argv[2]}")
        self.cfg.set("threads", 64)

    def load(self):
        return get_wsgi_application()


if __name__ == "__main__":
    Server().run()
