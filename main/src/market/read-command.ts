import type { MarketCommand } from './run-market.ts'

/** Options of `sluice market …`, as `parseArgs` takes them; `--out`, `--url` and `--name` are others'. */
export const marketOptions = { key: { type: 'string' } } as const

interface MarketValues {
  readonly out?: string | undefined
  readonly url?: string | undefined
  readonly key?: string | undefined
  readonly name?: string | undefined
  readonly json: boolean
}

type Read =
  | { readonly kind: 'marketFile'; readonly command: MarketCommand }
  | { readonly kind: 'wrong'; readonly message: string }

const acts = ['export', 'import', 'sources', 'look'] as const
export const isMarketAct = (word: string | undefined): boolean => acts.some(each => each === word)

/** `market export --out market.jsonl`: what stands behind `market`. */
export function readMarketCommand([word, path = '', ...rest]: readonly string[], values: MarketValues): Read {
  const act = acts.find(each => each === word)
  const { out = null, url = null, key = null, name = null, json } = values
  if (act === undefined) return wrong(`sluice market takes one of: ${acts.join(', ')}`)
  if (act === 'export' && out === null) return wrong('--out is needed: the file to write')
  const takesPath = act === 'import' || act === 'look'
  if (takesPath !== (path !== '') || rest.length > 0)
    return wrong(
      takesPath
        ? `sluice market ${act} takes one ${act === 'look' ? 'name' : 'file'}`
        : `sluice market ${act} takes no path`,
    )
  if (key !== null && !/^[A-Za-z0-9_-]{43}$/.test(key)) return wrong('--key is a public key of 43 characters')
  return { kind: 'marketFile', command: { act, path, out, url, key, name, json } }
}

const wrong = (message: string): Read => ({ kind: 'wrong', message })
