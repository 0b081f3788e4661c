package plantstore;

import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.validation.constraints.Min;
import java.io.File;
import java.util.List;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.databind.json.JsonMapper;

/** Serves plants with Spring MVC, as an OAuth 2 resource server. */
@SpringBootApplication
public class Application {
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Plant(String name, String tag) {}

  record Failure(int error, String message) {}

  record User(String name, List<Plant> plants) {}

  record Users(String secret, List<User> users) {
    List<Plant> plantsOf(String name) {
      return users.stream().filter(user -> user.name().equals(name)).findFirst().map(User::plants).orElse(null);
    }
  }

  @RestController
  static class PlantsController {
    private final Users users;

    PlantsController(Users users) {
      this.users = users;
    }

    @GetMapping("/plants")
    ResponseEntity<?> list(
        @AuthenticationPrincipal Jwt token, @RequestParam(required = false) @Min(0) Integer limit) {
      var plants = users.plantsOf(token.getSubject());
      if (plants == null) {
        return ResponseEntity.status(HttpStatus.UNAUTHORIZED).body(new Failure(401, "Unknown user"));
      }
      return ResponseEntity.ok(limit == null ? plants : plants.stream().limit(limit).toList());
    }
  }

  @RestControllerAdvice
  static class Failures extends ResponseEntityExceptionHandler {
    @Override
    protected ResponseEntity<Object> handleExceptionInternal(
        Exception error, Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
      return ResponseEntity.status(status).headers(headers).body(new Failure(status.value(), error.getMessage()));
    }
  }

  @Bean
  Users users(@Value("${users-file}") File file, JsonMapper mapper) {
    return mapper.readValue(file, Users.class);
  }

  @Bean
  JwtDecoder jwtDecoder(Users users) {
    return NimbusJwtDecoder.withSecretKey(new SecretKeySpec(users.secret().getBytes(), "HmacSHA256")).build();
  }

  @EventListener
  void started(WebServerInitializedEvent event) {
    System.out.println("Spring listens on http://127.0.0.1:" + event.getWebServer().getPort());
  }

  public static void main(String[] words) {
    var application = new SpringApplication(Application.class);
    application.setDefaultProperties(
        Map.of("users-file", words[0], "server.port", words[1], "server.address", "127.0.0.1"));
    application.run();
  }
}
