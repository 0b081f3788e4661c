package main

import (
	"context"
	"errors"
	"net/http"

	"example.org/consumer/consume"
	"example.org/consumer/oapi-codegen/plants"
)

func ask(baseURL, token string, limit *int32) (any, error) {
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
	client, err := plants.NewClientWithResponses(baseURL, plants.WithRequestEditorFn(bearer))
	if err != nil {
		return nil, err
	}
	answer, err := client.ListPlantsWithResponse(context.Background(), &plants.ListPlantsParams{Limit: limit})
	switch {
	case err != nil:
		return nil, err
	case answer.JSON400 != nil:
		return answer.JSON400.Error, nil
	case answer.JSON401 != nil:
		return answer.JSON401.Error, nil
	case answer.Headers200 == nil || answer.Headers200.ETag == "":
		return nil, errors.New("a list without an ETag")
	}
	return answer.JSON200, nil
}

func main() { consume.With(ask) }
