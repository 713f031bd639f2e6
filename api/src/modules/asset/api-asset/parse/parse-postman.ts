import { type Data, isData, toText, type Value } from '@sluice/contract'
import { toAsset } from './parse-request.ts'
import type { ParsedItem, ParsedSet } from './parsed-set.ts'

/** A Postman collection of format 2; folders become categories. */
export function parsePostman(root: Data): ParsedSet {
  const items: ParsedItem[] = []
  const skipped: { name: string; reason: string }[] = []
  const walk = (list: Value | undefined, group: string, depth: number): void => {
    if (!Array.isArray(list) || depth > 10) return
    for (const each of list as readonly Value[]) {
      if (!isData(each)) continue
      const name = toText(each['name'])
      if (Array.isArray(each['item'])) walk(each['item'], name, depth + 1)
      else if (isData(each['request'])) items.push(readItem(name, group, each['request']))
      else skipped.push({ name, reason: 'request' })
    }
  }
  walk(root['item'], '', 0)
  const info = isData(root['info']) ? root['info'] : {}
  return { title: toText(info['name']), items, skipped }
}

function readItem(name: string, group: string, request: Data): ParsedItem {
  const { url } = request
  const body = isData(request['body']) ? request['body'] : {}
  const made = toAsset({
    name: name.trim().slice(0, 100) || 'API',
    method: toText(request['method']) || 'GET',
    url: isData(url) ? toText(url['raw']) : toText(url),
    headers: listOf(request['header']).flatMap(each =>
      isData(each) && each['disabled'] !== true ? [[toText(each['key']), toText(each['value'])] as const] : [],
    ),
    body: toText(body['raw']),
  })
  const mode = toText(body['mode'])
  const warnings = mode === '' || mode === 'raw' ? made.warnings : [...made.warnings, `body: ${mode}`]
  return { group, doc: { ...made.doc, describe: toText(request['description']).slice(0, 2000) }, warnings }
}

const listOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : [])
