import { type Data, isData, toText, type Value } from '@sluice/contract'
import type { ParsedBase, ParsedSignIn } from './parsed-set.ts'

type Params = ParsedSignIn['params']

/** What `securitySchemes` or `securityDefinitions` offer, those that every operation asks for first. */
export function readSignIns(root: Data, base: ParsedBase): ParsedSignIn[] {
  const components = dataOf(root['components'])
  const schemes = { ...dataOf(root['securityDefinitions']), ...dataOf(components['securitySchemes']) }
  const asked = readAsked(root)
  const { pairs, isUseless } = readPairs(root, schemes)
  const single = Object.entries(schemes)
    .filter(([name]) => !isUseless(name))
    .flatMap(([name, scheme]) => (isData(scheme) ? readScheme(name, scheme, asked.get(name) ?? [], base) : []))
    .toSorted((a, b) => Number(asked.has(b.name)) - Number(asked.has(a.name)))
  return [...pairs, ...single]
}

/** Two keys that are asked for together; each of them is useless alone unless it is somewhere asked for alone. */
function readPairs(root: Data, schemes: Data) {
  const wishes = listRequirements(root).map(each => Object.keys(each).toSorted())
  const alone = new Set(wishes.flatMap(names => (names.length === 1 ? names : [])))
  const pairs = new Map<string, ParsedSignIn>()
  const met = new Set<string>()
  for (const names of wishes) {
    const pair = readPair(names, schemes)
    if (!pair) continue
    pairs.set(pair.name, pair)
    for (const name of names) met.add(name)
  }
  return { pairs: [...pairs.values()], isUseless: (name: string) => met.has(name) && !alone.has(name) }
}

function readPair(names: readonly string[], schemes: Data): ParsedSignIn | null {
  const [first, second, ...more] = names.map(name => dataOf(schemes[name]))
  const [a, b] = [first && readPlain(first), second && readPlain(second)]
  if (a?.auth !== 'apiKey' || b?.auth !== 'apiKey' || more.length > 0) return null
  const describe = [first, second].map(scheme => toText(scheme?.['description'])).filter(text => text !== '')
  return {
    name: names.join(' + '),
    describe: describe.join(' · ').slice(0, 500),
    params: {
      ...a,
      auth: 'apiKeys',
      second_key_place: b.api_key_place ?? '',
      second_key_name: b.api_key_name ?? '',
    },
  }
}

/** Of the whole description and of its operations: schemes that are asked for together. */
function listRequirements(root: Data): Data[] {
  const operations = Object.values(dataOf(root['paths'])).flatMap(path => Object.values(dataOf(path)))
  return [root, ...operations].flatMap(each => listOf(dataOf(each)['security']).map(dataOf))
}

/** Names of the schemes that the whole description asks for, each with its scopes. */
const readAsked = (root: Data): Map<string, readonly Value[]> =>
  new Map(
    listOf(root['security']).flatMap(each => Object.entries(dataOf(each)).map(([name, of]) => [name, listOf(of)])),
  )

function readScheme(name: string, scheme: Data, scopes: readonly Value[], base: ParsedBase): ParsedSignIn[] {
  const describe = toText(scheme['description']).slice(0, 500)
  const ways = toText(scheme['type']) === 'oauth2' ? readFlows(scheme, scopes, base) : [readPlain(scheme)]
  return ways.map(params => ({ name, describe, params }))
}

function readPlain(scheme: Data): Params {
  const type = toText(scheme['type'])
  const place = toText(scheme['in'])
  const kind = type === 'http' ? toText(scheme['scheme']).toLowerCase() : type
  if (kind === 'basic' || kind === 'bearer') return { auth: kind }
  if (kind !== 'apiKey' || (place !== 'header' && place !== 'query')) return null
  return { auth: 'apiKey', api_key_place: place, api_key_name: toText(scheme['name']) }
}

/** Each flow of OAuth2 is a way of its own. */
function readFlows(scheme: Data, scopes: readonly Value[], base: ParsedBase): Params[] {
  const flows = isData(scheme['flows']) ? scheme['flows'] : { [toText(scheme['flow'])]: scheme }
  return Object.entries(flows).flatMap(([name, flow]): Params[] => {
    if (!isData(flow)) return []
    const scope = (scopes.length > 0 ? scopes.map(toText) : Object.keys(dataOf(flow['scopes']))).join(' ').slice(0, 500)
    const tokenUrl = toUrl(flow['tokenUrl'], base)
    const shared = { ...given('token_url', tokenUrl), ...given('scope', scope) }
    if (name === 'clientCredentials' || name === 'application') return [{ auth: 'oauth2', ...shared }]
    if (name !== 'authorizationCode' && name !== 'accessCode') return [null]
    return [
      {
        auth: 'oauth2Code',
        ...given('authorization_url', toUrl(flow['authorizationUrl'], base)),
        ...given('refresh_url', toUrl(flow['refreshUrl'], base)),
        ...shared,
      },
    ]
  })
}

/** Whole where the host is known: below a connector's address it could lie elsewhere. */
function toUrl(value: Value | undefined, { origin, path }: ParsedBase): string {
  const text = toText(value).trim()
  const address = `${origin}${path}/`
  return text !== '' && URL.canParse(text, address) ? new URL(text, address).href : text
}

const given = (name: string, text: string): Record<string, string> => (text === '' ? {} : { [name]: text })
const dataOf = (value: Value | undefined): Data => (isData(value) ? value : {})
const listOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : [])
