import { type Data, isData, toText, type Value } from '@sluice/contract'
import type { ParsedBase } from './parsed-set.ts'

/** The first server of the innermost of these that names one; of Swagger 2 its host and base path. */
export function readBase(...inner: readonly Data[]): ParsedBase {
  const server = inner.map(each => listOf(each['servers'])[0]).find(each => isData(each))
  return splitAddress(isData(server) ? fillVariables(server) : swaggerAddress(inner.at(-1) ?? {}))
}

function fillVariables(server: Data): string {
  const variables = isData(server['variables']) ? server['variables'] : {}
  return toText(server['url']).replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
    return isData(variable) ? toText(variable['default']) || whole : whole
  })
}

function swaggerAddress(root: Data): string {
  const host = toText(root['host'])
  const schemes = listOf(root['schemes']).map(toText)
  const scheme = schemes.length > 0 && !schemes.includes('https') ? 'http' : 'https'
  return `${host === '' ? '' : `${scheme}://${host}`}${toText(root['basePath'])}`
}

const ADDRESS = /^((?:https?:)?\/\/[^/?#]+)?([^?#]*)/i

function splitAddress(address: string): ParsedBase {
  const [, origin = '', path = ''] = ADDRESS.exec(address.trim()) ?? []
  const bare = path.replace(/^\/+|\/+$/g, '')
  return {
    // A variable without a value is nobody's host, and in a path it would ask for a parameter.
    origin: origin.includes('{') ? '' : origin.replace(/^\/\//, 'https://'),
    path: bare === '' || bare.includes('{') ? '' : `/${bare}`,
  }
}

const listOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : [])
