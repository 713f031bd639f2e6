import type { Call } from './server.ts'

/** Fields of a form or of a flat JSON object; an unreadable body has none. */
export function readForm(call: Call): URLSearchParams {
  const text = call.body.toString()
  if (!text.trimStart().startsWith('{')) return new URLSearchParams(text)
  try {
    const fields = Object.entries(JSON.parse(text) as object) // text starts with a brace, so it is an object
    return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)]))
  } catch {
    return new URLSearchParams()
  }
}
