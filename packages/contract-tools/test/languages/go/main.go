// A consumer of the client that oapi-codegen generates from openapi.yaml.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"example.org/consumer/plants"
)

// ask returns the answer for that token, with its headers as the contract declares them.
func ask(baseURL, token string, limit *plants.Limit) *plants.ListPlantsResponse {
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
	client, err := plants.NewClientWithResponses(baseURL, plants.WithRequestEditorFn(bearer))
	if err != nil {
		log.Fatal(err)
	}
	answer, err := client.ListPlantsWithResponse(context.Background(), &plants.ListPlantsParams{Limit: limit})
	if err != nil {
		log.Fatal(err)
	}
	return answer
}

func main() {
	baseURL, token := os.Args[1], os.Args[2]
	one, two, wrong := plants.Limit(1), plants.Limit(2), plants.Limit(-1)
	all := ask(baseURL, token, nil)
	if all.Headers200 == nil || all.Headers200.ETag == "" {
		log.Fatal("a list without an ETag")
	}
	err := json.NewEncoder(os.Stdout).Encode(map[string]any{
		"all":          all.JSON200,
		"first":        ask(baseURL, token, &two).JSON200,
		"refusedToken": ask(baseURL, "pst_unknown", &one).JSON401.Error,
		"invalidLimit": ask(baseURL, token, &wrong).JSON400.Error,
	})
	if err != nil {
		log.Fatal(err)
	}
}
