//! Serves plants with axum and the typed headers of axum-extra.
use std::{collections::HashMap, env, error::Error, fs, sync::Arc};

use axum::{
    extract::{rejection::QueryRejection, Query, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
    Json, Router,
};
use axum_extra::{
    headers::{authorization::Bearer, Authorization},
    typed_header::TypedHeaderRejection,
    TypedHeader,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Clone, Deserialize, Serialize)]
struct Plant {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<String>,
}

#[derive(Deserialize)]
struct User {
    token: String,
    plants: Vec<Plant>,
}

#[derive(Deserialize)]
struct Users {
    users: Vec<User>,
}

#[derive(Deserialize)]
struct Asked {
    limit: Option<u32>,
}

type PlantsByToken = Arc<HashMap<String, Vec<Plant>>>;

fn failure(status: StatusCode, message: impl ToString) -> Response {
    let body = json!({ "error": status.as_u16(), "message": message.to_string() });
    (status, Json(body)).into_response()
}

async fn list_plants(
    State(plants_of): State<PlantsByToken>,
    credential: Result<TypedHeader<Authorization<Bearer>>, TypedHeaderRejection>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Response {
    let known = credential.ok().and_then(|TypedHeader(it)| plants_of.get(it.token()));
    let Some(plants) = known else {
        return failure(StatusCode::UNAUTHORIZED, "a bearer token is needed");
    };
    match asked {
        Err(rejection) => failure(rejection.status(), rejection.body_text()),
        Ok(Query(Asked { limit })) => {
            let count = limit.map_or(plants.len(), |it| plants.len().min(it as usize));
            Json(&plants[..count]).into_response()
        }
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let [_, file, port] = env::args().collect::<Vec<_>>().try_into().expect("a file and a port");
    let known: Users = serde_json::from_str(&fs::read_to_string(file)?)?;
    let plants_of: PlantsByToken =
        Arc::new(known.users.into_iter().map(|it| (it.token, it.plants)).collect());

    let app = Router::new()
        .route("/plants", get(list_plants))
        .fallback(|| async { failure(StatusCode::NOT_FOUND, "not found") })
        .method_not_allowed_fallback(|| async {
            failure(StatusCode::METHOD_NOT_ALLOWED, "method not allowed")
        })
        .with_state(plants_of);

    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    println!("axum listens on http://{}", listener.local_addr()?);
    Ok(axum::serve(listener, app).await?)
}
