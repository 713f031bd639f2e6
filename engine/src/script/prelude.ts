/**
 * What stands around a script inside the sandbox: makes `ctx`, and turns texts of the host into values and back. It runs
 * with the rights of the script, so nothing here protects anybody: the sandbox has no way out but `host`.
 */
export const PRELUDE = `(host => {
  const { parse, stringify } = JSON
  const isObject = value => typeof value === 'object' && value !== null
  class Exact {
    #text
    constructor(text) { this.#text = text }
    toString() { return this.#text }
    valueOf() { return Number(this.#text) }
  }
  const revive = (_, value) => {
    if (!isObject(value) || typeof value.$exact !== 'string') return value
    return /^-?\\d+$/.test(value.$exact) ? BigInt(value.$exact) : new Exact(value.$exact)
  }
  const replace = (_, value) => (typeof value === 'bigint' || value instanceof Exact ? { $exact: String(value) } : value)
  const write = value => stringify(value, replace) ?? 'null'
  const read = text => parse(text, revive)
  const show = value => (typeof value === 'string' ? value : value instanceof Error ? String(value) : (write(value) ?? String(value)))
  const ask = async (what, value) => read(await host.ask(what, write(value)))
  const freeze = value => { for (const each of Object.values(value)) if (isObject(each)) freeze(each); return Object.freeze(value) }
  return async (hook, inputText, factsText) => {
    const input = read(inputText)
    const ctx = freeze({
      ...parse(factsText),
      call: request => ask('call', request),
      map: (mapping, value, direction = 'forward') => ask('map', { mapping: String(mapping), value: String(value), direction }),
      lookup: (strategy, key) => ask('lookup', { strategy: String(strategy), key: String(key) }),
      log: (...values) => host.log('info', values.map(show).join(' ')),
      warn: (...values) => host.log('warn', values.map(show).join(' ')),
      sleep: ms => host.sleep(Number(ms)),
      now: () => Date.now(),
      uuid: () => host.pure('uuid'),
      hash: (algorithm, text, encoding = 'hex') => host.pure('hash', String(algorithm), String(text), String(encoding)),
      hmac: (algorithm, key, text, encoding = 'hex') => host.pure('hmac', String(algorithm), String(key), String(text), String(encoding)),
      base64: text => host.pure('base64', String(text)),
      urlEncode: text => host.pure('urlEncode', String(text)),
      unbase64: text => host.pure('unbase64', String(text)),
    })
    const output = await hook(...(input === null ? [ctx] : [input, ctx]))
    return write(output === undefined ? input : output)
  }
})`
