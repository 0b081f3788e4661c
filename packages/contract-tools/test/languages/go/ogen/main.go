package main

import (
	"context"
	"fmt"

	"example.org/consumer/consume"
	"example.org/consumer/ogen/plants"
)

type secret string

func (token secret) Bearer(context.Context, plants.OperationName) (plants.Bearer, error) {
	return plants.Bearer{Token: string(token)}, nil
}

func ask(baseURL, token string, limit *int32) (any, error) {
	client, err := plants.NewClient(baseURL, secret(token))
	if err != nil {
		return nil, err
	}
	params := plants.ListPlantsParams{}
	if limit != nil {
		params.Limit.SetTo(*limit)
	}
	answer, err := client.ListPlants(context.Background(), params)
	if err != nil {
		return nil, err
	}
	switch answer := answer.(type) {
	case *plants.PlantsHeaders:
		return answer.Response, nil
	case *plants.ListPlantsBadRequest:
		return answer.Response.Error, nil
	case *plants.ListPlantsUnauthorizedHeaders:
		return answer.Response.Error, nil
	}
	return nil, fmt.Errorf("neither a list nor a refusal: %T", answer)
}

func main() { consume.With(ask) }
