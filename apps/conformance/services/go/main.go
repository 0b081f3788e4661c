// Serves plants with nothing but Go's standard library.
package main

import (
	"encoding/json"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
)

type plant struct {
	Name string `json:"name"`
	Tag  string `json:"tag,omitempty"`
}

type user struct {
	Name   string
	Token  string
	Plants []plant
}

type store struct {
	byToken map[string]user
}

func (s *store) listPlants(w http.ResponseWriter, r *http.Request) {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	user, known := s.byToken[token]
	if !ok || !known {
		w.Header().Set("WWW-Authenticate", "Bearer")
		writeError(w, http.StatusUnauthorized, "a bearer token is needed")
		return
	}
	plants := user.Plants
	if text := r.URL.Query().Get("limit"); text != "" {
		limit, err := strconv.Atoi(text)
		if err != nil || limit < 0 {
			writeError(w, http.StatusBadRequest, "limit is not a whole number")
			return
		}
		plants = plants[:min(limit, len(plants))]
	}
	writeJSON(w, http.StatusOK, plants)
}

func writeError(w http.ResponseWriter, status int, message string) {
	writeJSON(w, status, map[string]any{"error": status, "message": message})
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(value); err != nil {
		log.Print(err)
	}
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var data struct{ Users []user }
	if err := json.Unmarshal(text, &data); err != nil {
		log.Fatal(err)
	}
	s := &store{byToken: map[string]user{}}
	for _, user := range data.Users {
		s.byToken[user.Token] = user
	}

	mux := http.NewServeMux()
	mux.HandleFunc("GET /plants", s.listPlants)

	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("Go listens on http://%s", listener.Addr())
	log.Fatal(http.Serve(listener, mux))
}
