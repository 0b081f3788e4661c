// Serves plants with Gin, as its guide teaches: a group with a middleware for the token, and a query bound to a struct.
package main

import (
	"encoding/json"
	"log"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/gin-gonic/gin"
)

type plant struct {
	Name string `json:"name"`
	Tag  string `json:"tag,omitempty"`
}

type user struct {
	Token  string
	Plants []plant
}

type query struct {
	Limit *int32 `form:"limit" binding:"omitempty,min=0"`
}

func fail(c *gin.Context, status int, message string) {
	c.AbortWithStatusJSON(status, gin.H{"error": status, "message": message})
}

func authenticate(plantsOf map[string][]plant) gin.HandlerFunc {
	return func(c *gin.Context) {
		token, ok := strings.CutPrefix(c.GetHeader("Authorization"), "Bearer ")
		plants, known := plantsOf[token]
		if !ok || !known {
			c.Header("WWW-Authenticate", "Bearer")
			fail(c, http.StatusUnauthorized, "a bearer token is needed")
			return
		}
		c.Set("plants", plants)
	}
}

func listPlants(c *gin.Context) {
	var asked query
	if err := c.ShouldBindQuery(&asked); err != nil {
		fail(c, http.StatusBadRequest, err.Error())
		return
	}
	plants := c.MustGet("plants").([]plant)
	if asked.Limit != nil {
		plants = plants[:min(int(*asked.Limit), len(plants))]
	}
	c.JSON(http.StatusOK, plants)
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
	plantsOf := map[string][]plant{}
	for _, user := range data.Users {
		plantsOf[user.Token] = user.Plants
	}

	gin.SetMode(gin.ReleaseMode)
	router := gin.Default()
	router.HandleMethodNotAllowed = true
	router.NoRoute(func(c *gin.Context) { fail(c, http.StatusNotFound, "not found") })
	router.NoMethod(func(c *gin.Context) { fail(c, http.StatusMethodNotAllowed, "method not allowed") })
	router.Group("/", authenticate(plantsOf)).GET("/plants", listPlants)

	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("Gin listens on http://%s", listener.Addr())
	log.Fatal(router.RunListener(listener))
}
