// Package consume is what each consumer does with the client that a generator made: it lists plants, and reads two errors.
package consume

import (
	"encoding/json"
	"log"
	"os"
)

// With writes what ask returns: the plants, or the number of the error.
func With(ask func(baseURL, token string, limit *int32) (any, error)) {
	baseURL, token := os.Args[1], os.Args[2]
	one, two, wrong := int32(1), int32(2), int32(-1)
	found := map[string]any{}
	for name, request := range map[string]struct {
		token string
		limit *int32
	}{"all": {token, nil}, "first": {token, &two}, "refusedToken": {"pst_unknown", &one}, "invalidLimit": {token, &wrong}} {
		answer, err := ask(baseURL, request.token, request.limit)
		if err != nil {
			log.Fatal(err)
		}
		found[name] = answer
	}
	if err := json.NewEncoder(os.Stdout).Encode(found); err != nil {
		log.Fatal(err)
	}
}
