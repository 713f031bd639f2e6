type Json = Record<string, unknown>

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: unknown }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: unknown }> }
  readonly responses: Record<string, { readonly content: Record<string, { readonly schema: unknown }> }>
  readonly 'x-permission': string | null
  readonly 'x-audit': string
}
interface Entry extends Operation {
  readonly method: string
  readonly path: string
}

/**
 * The OpenAPI document as one page to read: no script, nothing from another host. Others come in by `giveWay`, and so each
 * part becomes bytes by itself: to put megabytes of text together holds the thread.
 */
export async function renderDocs(document: Json, giveWay: () => Promise<unknown>): Promise<Buffer> {
  const info = document['info'] as { title: string; version: string } // our own createOpenApi wrote it
  const entries = listEntries(document['paths'] as Record<string, Record<string, Operation>>) // likewise
  const modules = Map.groupBy(entries, entry => entry.tags[0] ?? '')
  const schemas = Object.entries((document['components'] as { schemas: Json }).schemas)
  const links = [...modules.keys()].map(name => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`).join('')
  const parts: Buffer[] = []
  const put = async (html: string): Promise<void> => {
    parts.push(Buffer.from(html))
    await giveWay()
  }
  await put(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(info.title)} API</title><style>${STYLE}</style></head><body>
<nav><strong>${escapeHtml(info.title)} ${escapeHtml(info.version)}</strong>${links}<a href="#schemas">schemas</a></nav>
<main><h1>${escapeHtml(info.title)} API</h1>
<p>${entries.length} routes. Every call but the public ones carries <code>Authorization: Bearer …</code>; answers come in
<code>{ success, code, message, content, total? }</code>. The document itself: <a href="/api/openapi.json">openapi.json</a>.</p>
`)
  for (const [name, list] of modules) {
    await put(`<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>`)
    for (const entry of list) await put(renderEntry(entry))
    await put('</section>')
  }
  await put('<section id="schemas"><h2>schemas</h2>')
  for (const [name, schema] of schemas) await put(renderSchema(`schema-${name}`, name, schema))
  await put('</section></main></body></html>')
  return Buffer.concat(parts)
}

const listEntries = (paths: Record<string, Record<string, Operation>>): Entry[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )

function renderEntry(entry: Entry): string {
  const permission = entry['x-permission'] ?? 'any signed-in user'
  const rows = entry.parameters
    .map(
      ({ name, in: place, required, schema }) =>
        `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}</td><td>${required ? 'required' : ''}</td><td>${renderJson(schema)}</td></tr>`,
    )
    .join('')
  const bodies = Object.entries(entry.requestBody?.content ?? {})
  const answers = Object.entries(entry.responses['200']?.content ?? {})
  return `<details id="${escapeHtml(entry.operationId)}"><summary><b class="${entry.method}">${entry.method}</b>
<code>${escapeHtml(entry.path)}</code><span>${escapeHtml(entry.summary)}</span></summary>
<p>Permission <code>${escapeHtml(permission)}</code> · logged as <code>${escapeHtml(entry['x-audit'])}</code> · <code>${escapeHtml(entry.operationId)}</code></p>
${rows ? `<h4>Parameters</h4><table>${rows}</table>` : ''}
${bodies.map(([type, { schema }]) => `<h4>Body <small>${escapeHtml(type)}</small></h4>${renderJson(schema)}`).join('')}
${answers.map(([type, { schema }]) => `<h4>Answer <small>${escapeHtml(type)}</small></h4>${renderJson(schema)}`).join('')}
</details>`
}

const renderSchema = (id: string, name: string, schema: unknown): string =>
  `<details id="${escapeHtml(id)}"><summary><code>${escapeHtml(name)}</code></summary>${renderJson(schema)}</details>`

/** JSON with links where it points to a schema. */
function renderJson(value: unknown): string {
  const text = escapeHtml(JSON.stringify(value, null, 2) ?? '')
  return `<pre>${text.replace(/#\/components\/schemas\/([\w.-]+)/g, '<a href="#schema-$1">$1</a>')}</pre>`
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#ddd,#3a3a3a);--soft:light-dark(#f6f8f8,#1d2424);--mark:light-dark(#08706f,#4fd8d8)}
*{box-sizing:border-box}body{margin:0;font:15px/1.6 system-ui,sans-serif;display:grid;grid-template-columns:220px minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:20px;border-right:1px solid var(--line);display:flex;flex-direction:column;gap:6px}
a{color:var(--mark)}nav a{text-decoration:none}main{padding:20px 32px;max-width:1100px}
h2{margin-top:40px;border-bottom:1px solid var(--line)}h4{margin:14px 0 4px}small{font-weight:400;opacity:.7}
details{border:1px solid var(--line);border-radius:6px;margin:8px 0;padding:8px 12px}
summary{cursor:pointer;display:flex;gap:12px;align-items:baseline;flex-wrap:wrap}summary span{opacity:.8}summary code{overflow-wrap:anywhere}
b{min-width:58px;font:600 12px system-ui}.GET{color:light-dark(#0a6640,#6fdca6)}.POST{color:light-dark(#0b57a4,#8ac2ff)}.PUT{color:light-dark(#8a5200,#ffc46b)}.DELETE{color:light-dark(#a51c1c,#ff9a9a)}
pre{margin:0;padding:8px 10px;background:var(--soft);border-radius:4px;overflow:auto;max-height:420px;font-size:13px}
table{border-collapse:collapse;width:100%}td{border-top:1px solid var(--line);padding:4px 8px;vertical-align:top}
@media(max-width:800px){body{display:block}nav{position:static;height:auto;border:0}main{padding:16px}}`
