//! The page as one file: what it is made of stands in it, and so does what it shows.

use crate::page::Page;

/// The page that browses a reproduction (`quandary reproduce --json`) by document and verdict, as one file that asks nobody
/// for anything: it opens from a folder as well as from a host.
///
/// ```
/// let page = quandary_web::reproduction(r#"{"verb": "reproduce", "entries": [], "note": "</script>"}"#);
/// assert!(page.starts_with("<!doctype html>") && page.contains(r#"id="reproduction">{"verb""#));
/// assert!(!page.contains("src=") && page.contains(r"\u003c/script>"));
/// ```
pub fn reproduction(json: &str) -> String {
    let index = file("index.html");
    let mut page = String::with_capacity(index.len() + json.len() + (1 << 18));
    for line in index.lines() {
        if let Some(script) = named(line, "src=\"./") {
            // Scripts that must not wait for the document stand where they stood; the others are modules, as they were.
            let kind = if line.contains("type=\"module\"") { " type=\"module\"" } else { "" };
            let text = file(script).replace("</script", "<\\/script");
            page += &format!("    <script{kind}>{text}</script>\n");
        } else if let Some(linked) = named(line, "href=\"./") {
            // An icon and a manifest are for hosts.
            if line.contains("rel=\"stylesheet\"") {
                page += &format!("    <style>{}</style>\n", file(linked));
            }
        } else if line.contains("<div id=\"app\">") {
            // In JSON a letter may always be written by its number.
            let data = json.replace('<', "\\u003c");
            page += &format!(
                "    <script type=\"application/json\" id=\"reproduction\">{data}</script>\n{line}\n"
            );
        } else {
            page += line;
            page.push('\n');
        }
    }
    page
}

/// The name of a file behind an attribute.
fn named<'l>(line: &'l str, attribute: &str) -> Option<&'l str> {
    let rest = &line[line.find(attribute)? + attribute.len()..];
    rest.split_once('"').map(|(name, _)| name)
}

fn file(name: &str) -> String {
    let found = Page::get(name).unwrap_or_else(|| panic!("`{name}` belongs to the page"));
    String::from_utf8_lossy(&found.data).into_owned()
}
