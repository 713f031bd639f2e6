import { type DescribedOperation, fillIn } from './described.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
const json = { key: 'content-type', value: 'application/json' }

interface Described {
  readonly info: { readonly title: string }
  readonly paths: Readonly<Record<string, object>>
}

const urlOf = (path: string) => ({
  raw: `{{origin}}${path}`,
  host: ['{{origin}}'],
  path: path.split('/').filter(part => part !== ''),
})

/** A collection of Postman 2.1: signing in keeps the token for the calls. The secret is left to whoever imports it. */
export const writePostman = ({ info, paths }: Described, appKey: string, origin: string) => ({
  info: { name: info.title, schema: SCHEMA },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
  variable: [
    { key: 'origin', value: origin },
    { key: 'app_key', value: appKey },
    { key: 'app_secret', value: '' },
    { key: 'token', value: '' },
  ],
  item: [signIn, ...listFolders(paths)],
})

const signIn = {
  name: 'Get a token',
  event: [
    {
      listen: 'test',
      script: {
        type: 'text/javascript',
        exec: ["pm.collectionVariables.set('token', pm.response.json().access_token)"],
      },
    },
  ],
  request: {
    method: 'POST',
    auth: { type: 'noauth' },
    header: [json],
    url: urlOf('/v2/oauth'),
    body: { mode: 'raw', raw: '{"app_key":"{{app_key}}","app_secret":"{{app_secret}}"}' },
  },
}

/** A folder for each strategy; what belongs to none stands beside them. */
function listFolders(paths: Described['paths']): object[] {
  const items = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]: [string, DescribedOperation]) => ({
      folder: operation.tags?.[0] ?? null,
      item: toItem(method.toUpperCase(), path, operation),
    })),
  )
  return [...Map.groupBy(items, each => each.folder)].flatMap(([name, found]) => {
    const inside = found.map(each => each.item)
    return name === null ? inside : [{ name, item: inside }]
  })
}

function toItem(method: string, path: string, operation: DescribedOperation): object {
  const { path: filled, body } = fillIn(path, operation)
  return {
    name: operation.summary,
    request: {
      method,
      header: body === null ? [] : [json],
      url: urlOf(filled),
      ...(body !== null && { body: { mode: 'raw', raw: body } }),
    },
  }
}
