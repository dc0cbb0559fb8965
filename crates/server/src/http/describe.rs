//! The description of the interface as a page: requests first, then the types in them.

use serde_json::Value;

/// The page for this OpenAPI description.
pub fn page(api: &Value) -> String {
    let operations = operations(api);
    let mut contents = String::new();
    let mut requests = String::new();
    let mut last_tag = "";
    for operation in &operations {
        if operation.tag != last_tag {
            let tag = escape(operation.tag);
            contents += &format!("{}<li><a href=\"#{tag}\">{tag}</a><ul>", close_list(last_tag));
            requests += &format!("<h2 id=\"{tag}\">{tag}</h2>");
            last_tag = operation.tag;
        }
        contents += &format!(
            "<li><a href=\"#{}\"><code>{} {}</code></a></li>",
            operation.anchor(),
            operation.method,
            escape(operation.path)
        );
        requests += &request(operation);
    }
    contents += close_list(last_tag);
    let schemas = api["components"]["schemas"].as_object();
    let types: String =
        schemas.into_iter().flatten().map(|(name, schema)| type_of_name(name, schema)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>Boxwood for programs</title><link rel=\"icon\" href=\"data:,\">\
         <link rel=\"stylesheet\" href=\"/plain.css\">\
         <header><a href=\"/\">Boxwood</a> <a href=\"/api/openapi.json\">openapi.json</a></header>\
         <main><h1>Boxwood for programs</h1>\
         <p>Requests and answers are JSON. A caller is known by a cookie or by \
         <code>Authorization: Bearer</code> and a token. What is refused has changed nothing, and answers \
         <a href=\"#Refusal\">Refusal</a>.</p>\
         <p>The game itself is played over the WebSocket of a table; <code>docs/api.md</code> has its messages \
         and a whole session.</p>\
         <nav><ul>{contents}<li><a href=\"#types\">types</a></li></ul></nav>\
         {requests}<h2 id=\"types\">types</h2>{types}</main></html>\n"
    )
}

/// One way to ask for something.
struct Operation<'a> {
    tag: &'a str,
    path: &'a str,
    method: String,
    body: &'a Value,
}

impl Operation<'_> {
    fn anchor(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        format!("{}{}", self.method.to_lowercase(), self.path.chars().map(plain).collect::<String>())
    }
}

/// All of them; what belongs together stands together.
fn operations(api: &Value) -> Vec<Operation<'_>> {
    let mut tags: Vec<&str> = vec![];
    let mut found = vec![];
    for (path, methods) in api["paths"].as_object().into_iter().flatten() {
        for (method, body) in methods.as_object().into_iter().flatten() {
            let tag = body["tags"][0].as_str().unwrap_or("about");
            if !tags.contains(&tag) {
                tags.push(tag);
            }
            found.push(Operation { tag, path, method: method.to_uppercase(), body });
        }
    }
    found.sort_by_key(|operation| tags.iter().position(|tag| *tag == operation.tag));
    found
}

fn close_list(last_tag: &str) -> &'static str {
    if last_tag.is_empty() { "" } else { "</ul></li>" }
}

fn request(operation: &Operation) -> String {
    let anchor = operation.anchor();
    let mut text = format!(
        "<article id=\"{anchor}\"><h3><a href=\"#{anchor}\"><code>{} {}</code></a></h3><p>{}</p>",
        operation.method,
        escape(operation.path),
        prose(&operation.body["summary"])
    );
    // What an address is made of needs no explanation; what may follow it does.
    let parameters = operation.body["parameters"].as_array().into_iter().flatten();
    let rows: String = parameters.filter(|parameter| parameter["in"] == "query").map(parameter).collect();
    if !rows.is_empty() {
        text += &format!("<p>After the question mark:</p><div class=\"scroll\"><table>{rows}</table></div>");
    }
    if let Some(schema) = json_of(&operation.body["requestBody"]) {
        text += &format!("<p>Takes {}.</p>", kind(schema));
    }
    let responses = operation.body["responses"].as_object().into_iter().flatten();
    let answers: Vec<String> = responses.map(|(status, response)| answer(status, response)).collect();
    text += &format!("<p>{}</p>", answers.join(" · "));
    text + "</article>"
}

fn answer(status: &str, response: &Value) -> String {
    let other = response["content"].as_object().and_then(|kinds| kinds.keys().next());
    let answer = match (json_of(response), other) {
        (Some(schema), _) => kind(schema),
        (None, Some(kind)) => escape(kind),
        (None, None) => prose(&response["description"]),
    };
    format!("<span class=\"soft\">{}</span> {answer}", escape(status))
}

fn parameter(parameter: &Value) -> String {
    let name = parameter["name"].as_str().unwrap_or_default();
    row(name, parameter["required"] == true, &parameter["schema"], &prose(&parameter["description"]))
}

/// The JSON in a request or response.
fn json_of(part: &Value) -> Option<&Value> {
    part["content"]["application/json"].get("schema")
}

fn type_of_name(name: &str, schema: &Value) -> String {
    let name = escape(name);
    format!(
        "<article id=\"{name}\"><h3><a href=\"#{name}\">{name}</a></h3><p>{}</p>{}</article>",
        prose(&schema["description"]),
        contents(schema)
    )
}

/// What is in a type: its fields, its parts, or the forms it can have.
fn contents(schema: &Value) -> String {
    if let Some(parts) = schema["allOf"].as_array() {
        let part = |part: &Value| match part["$ref"].is_string() {
            true => format!("<p>All of {}, and</p>", kind(part)),
            false => contents(part),
        };
        return parts.iter().map(part).collect();
    }
    if let Some(forms) = schema["oneOf"].as_array() {
        let form = |form: &Value| {
            format!("<tr><td><code>{}</code></td><td>{}</td></tr>", shape(form), prose(&form["description"]))
        };
        let forms: String = forms.iter().map(form).collect();
        return format!("<p>One of</p><div class=\"scroll\"><table>{forms}</table></div>");
    }
    if let Some(fields) = schema["properties"].as_object() {
        let field = |(name, field): (&String, &Value)| {
            row(name, is_required(schema, name), field, &prose(&field["description"]))
        };
        let fields: String = fields.iter().map(field).collect();
        return format!(
            "<div class=\"scroll\"><table><tr><th>field</th><th>is</th><th></th></tr>{fields}</table></div>"
        );
    }
    match schema["enum"].is_array() {
        true => format!("<p><code>{}</code></p>", shape(schema)),
        false => format!("<p>{}</p>", prose(&schema["description"])),
    }
}

fn row(name: &str, is_required: bool, schema: &Value, text: &str) -> String {
    let optional = if is_required { "" } else { "?" };
    format!(
        "<tr><td><code>{}{optional}</code></td><td>{}</td><td>{text}</td></tr>",
        escape(name),
        kind(schema)
    )
}

fn is_required(schema: &Value, field: &str) -> bool {
    schema["required"].as_array().is_some_and(|required| required.iter().any(|name| name == field))
}

/// What kind of value it is, in a word or a link.
fn kind(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = escape(reference.rsplit('/').next().unwrap_or_default());
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    if let Some(forms) = schema["oneOf"].as_array() {
        let forms: Vec<String> = forms.iter().filter(|form| form["type"] != "null").map(kind).collect();
        return forms.join(" or ");
    }
    if let Some(parts) = schema["prefixItems"].as_array() {
        let parts: Vec<String> = parts.iter().map(kind).collect();
        return format!("[{}]", parts.join(", "));
    }
    // What may be absent may also be null; the question mark at the name says so.
    let types = match &schema["type"] {
        Value::Array(types) => types.iter().find(|kind| *kind != "null"),
        one => Some(one),
    };
    match types.and_then(Value::as_str) {
        Some("array") => format!("list of {}", kind(&schema["items"])),
        Some("integer") => "number".into(),
        Some("boolean") => "true or false".into(),
        Some("string") if schema["enum"].is_array() => format!("<code>{}</code>", shape(schema)),
        Some("string") => "text".into(),
        Some(other) => escape(other),
        None => "anything".into(),
    }
}

/// How the value is written.
fn shape(schema: &Value) -> String {
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> = words.iter().map(|word| escape(&word.to_string())).collect();
        return words.join(" | ");
    }
    match schema["properties"].as_object() {
        Some(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            // The word that tells the forms apart comes first.
            fields.sort_by_key(|(_, field)| !field["enum"].is_array());
            let field = |(name, field): &(&String, &Value)| {
                let optional = if is_required(schema, name) { "" } else { "?" };
                format!("{}{optional}: {}", escape(name), shape(field))
            };
            format!("{{ {} }}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        None => kind(schema),
    }
}

/// A sentence of the description; what it quotes is shown as code.
fn prose(text: &Value) -> String {
    let text = escape(text.as_str().unwrap_or_default());
    let mut shown = String::new();
    for (index, part) in text.split('`').enumerate() {
        shown += &if index % 2 == 1 { format!("<code>{part}</code>") } else { part.to_string() };
    }
    shown
}

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
