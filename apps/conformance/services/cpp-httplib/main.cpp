// Serves plants with cpp-httplib and JSON for Modern C++.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <string>

#include <httplib.h>
#include <nlohmann/json.hpp>

using nlohmann::json;

static void fail(httplib::Response &response, int status, const std::string &message) {
  response.status = status;
  response.set_content(json{{"error", status}, {"message", message}}.dump(), "application/json");
}

/** The token of `Authorization: Bearer TOKEN`. */
static std::optional<std::string> read_token(const httplib::Request &request) {
  const std::string scheme = "Bearer ";
  const auto credential = request.get_header_value("Authorization");
  if (credential.compare(0, scheme.size(), scheme) != 0) return std::nullopt;
  return credential.substr(scheme.size());
}

/** Lets more connections wait to be accepted than five, beyond which Linux may lose the first bytes of a request. */
struct Server : httplib::Server {
  bool wait_in_line() { return ::listen(svr_sock_, SOMAXCONN) == 0; }
};

int main(int, char **argv) {
  std::map<std::string, json> plants_of;
  std::ifstream file(argv[1]);
  const auto content = json::parse(file);
  for (const auto &user : content["users"]) plants_of[user["token"]] = user["plants"];

  Server server;
  server.set_tcp_nodelay(true);
  // By itself it waits five seconds for each: a check waits for that again and again.
  server.set_read_timeout(1);
  server.set_keep_alive_timeout(1);
  // A connection keeps a thread until it ends.
  server.new_task_queue = [] { return new httplib::ThreadPool(128); };

  server.Get("/plants", [&](const httplib::Request &request, httplib::Response &response) {
    const auto token = read_token(request);
    if (!token || plants_of.count(*token) == 0) {
      response.set_header("WWW-Authenticate", "Bearer");
      return fail(response, 401, "a bearer token is needed");
    }
    const auto &plants = plants_of.at(*token);
    auto count = plants.size();
    if (request.has_param("limit")) {
      try {
        const auto limit = std::stoi(request.get_param_value("limit"));
        if (limit < 0) return fail(response, 400, "limit is below 0");
        count = std::min(count, static_cast<std::size_t>(limit));
      } catch (const std::logic_error &) {
        return fail(response, 400, "limit is not a whole number");
      }
    }
    response.set_content(json(plants.begin(), plants.begin() + count).dump(), "application/json");
  });

  server.set_error_handler([](const httplib::Request &, httplib::Response &response) {
    if (response.body.empty()) fail(response, response.status, "the request failed");
  });

  const auto wanted = std::stoi(argv[2]);
  const auto port = wanted == 0 ? server.bind_to_any_port("127.0.0.1") : wanted;
  if (wanted != 0 && !server.bind_to_port("127.0.0.1", port)) return 1;
  if (!server.wait_in_line()) return 1;
  std::cout << "cpp-httplib listens on http://127.0.0.1:" << port << std::endl;
  return server.listen_after_bind() ? 0 : 1;
}
