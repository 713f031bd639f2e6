import type { ParamValues } from '@sluice/contract'

/** The way to a far system on this machine, and how to lead it through another port. */
export interface Line {
  readonly port: number
  through(port: number): ParamValues
}

const LOCAL = /^(127\.0\.0\.1|localhost)$/

/** Found by parameters that name this machine: `host` and `port`, or an address with both. null: nothing is dialled. */
export function findLine(params: ParamValues): Line | null {
  const { host, port } = params
  if (typeof host === 'string' && LOCAL.test(host) && typeof port === 'number')
    return { port, through: other => ({ host: '127.0.0.1', port: other }) }
  for (const [field, value] of Object.entries(params)) {
    const url = typeof value === 'string' && /^https?:/.test(value) ? URL.parse(value) : null
    if (!url || !LOCAL.test(url.hostname) || url.port === '') continue
    return {
      port: Number(url.port),
      through: other => {
        const changed = new URL(url)
        changed.port = String(other)
        return { [field]: changed.href.replace(/\/$/, '') }
      },
    }
  }
  return null
}
